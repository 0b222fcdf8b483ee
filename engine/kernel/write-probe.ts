import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from './errno.ts'

/** More than a file system keeps in the name of a file. */
const CONTENT = Buffer.alloc(16 * 1024, 'Is there room? ')

/** Really writes a small file into the folder, to the disk, and removes it again; throws as the file system does. */
export async function writeProbe(folder: string): Promise<void> {
  const path = join(folder, '.health')
  try {
    await using file = await open(path, 'w', 0o600)
    await file.writeFile(CONTENT)
    await file.sync()
  } finally {
    // Removed each time: room that a file has already says nothing of what is left.
    await rm(path, { force: true }).catch(() => undefined)
  }
}

/** What keeps a folder from being written to, in a word; undefined for what is nothing of the kind. */
export function diskTrouble(error: unknown): 'full' | 'read-only' | 'gone' | undefined {
  const is = (...codes: string[]) => codes.some((code) => isErrno(error, code))
  if (is('ENOSPC', 'EDQUOT')) return 'full'
  if (is('EROFS', 'EACCES', 'EPERM')) return 'read-only'
  if (is('ENOENT', 'ENOTDIR', 'ESTALE')) return 'gone'
  return undefined
}
