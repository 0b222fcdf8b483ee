import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isErrno } from './errno.ts'
import { removeOldEntries } from './remove-old-entries.ts'
import { syncFolder } from './sync.ts'

/** A temporary file this old was left behind by a killed process; a running one renames its file long before. */
const LEFTOVER_AGE_MS = 10 * 60_000

/**
 * Writes a file completely or not at all, also across a power cut, readable by this user alone. With `isNew` an
 * existing file is kept and false is returned. Temporary files have random names, because process ids repeat in
 * containers.
 */
export async function writeAtomically(path: string, text: string, { isNew = false } = {}): Promise<boolean> {
  await removeLeftovers(path)
  const draft = `${path}.${randomUUID()}.part`
  try {
    await writeTemporary(draft, text)
    if (!(isNew ? await renameUnlessExists(draft, path) : await rename(draft, path).then(() => true))) return false
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
  return true
}

async function writeTemporary(draft: string, text: string) {
  await using file = await open(draft, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
}

async function renameUnlessExists(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    // Some file systems have no hard links.
    await rename(draft, path)
  }
  return true
}

/** The end of a temporary file's name. */
export const DRAFTS = /\.[\da-f-]{36}\.part$/

export const removeLeftovers = (path: string): Promise<void> =>
  removeOldEntries(dirname(path), LEFTOVER_AGE_MS, (name) => name.startsWith(`${basename(path)}.`) && DRAFTS.test(name))
