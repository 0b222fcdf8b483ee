import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from './errno.ts'

/** More than any file system stores together with the name of a file. */
const CONTENT = Buffer.alloc(16 * 1024, 'Is there room? ')

/** Writes a small file into the folder, flushes it to the disk and removes it; throws the file system's error. */
export async function writeProbe(folder: string): Promise<void> {
  const path = join(folder, '.health')
  try {
    await using file = await open(path, 'w', 0o600)
    await file.writeFile(CONTENT)
    await file.sync()
  } finally {
    // The file is removed each time: rewriting an existing file would not need new space.
    await rm(path, { force: true }).catch(() => undefined)
  }
}

/** Why a folder cannot be written to, in a word; undefined for an error of another kind. */
export function diskFailure(error: unknown): 'full' | 'read-only' | 'gone' | undefined {
  const is = (...codes: string[]) => codes.some((code) => isErrno(error, code))
  if (is('ENOSPC', 'EDQUOT')) return 'full'
  if (is('EROFS', 'EACCES', 'EPERM')) return 'read-only'
  if (is('ENOENT', 'ENOTDIR', 'ESTALE')) return 'gone'
  return undefined
}
