import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes entries of `folder` that processes left behind which were killed: those untouched for as long as `ageMs`. */
export async function removeOldEntries(
  folder: string,
  ageMs: number,
  isDraft: (name: string) => boolean = () => true,
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isDraft(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined) // removed meanwhile
    if (found && found.mtimeMs < Date.now() - ageMs) await rm(path, { recursive: true, force: true })
  }
}
