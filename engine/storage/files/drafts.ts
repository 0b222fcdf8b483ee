import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { requireSize } from './size-limit.ts'

/** A file that has arrived whole and nobody has accepted yet. `discard` is harmless after it was taken away. */
export type Draft = {
  path: string
  size: number
  md5: string
  /** Whether a zero byte is in it: no text has one. */
  hasZeroByte: boolean
  read(): AsyncIterable<Uint8Array>
  discard(): Promise<void>
}

export type Drafts = {
  folder: string
  /**
   * Writes a file down as it comes, at the pace of the disk. Throws where it is larger than `limit` or ends early; then
   * nothing is left of it.
   */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Draft>
}

/** A process says so often that its folder is in use; after the longer time without a word it is taken for dead. */
const SIGN_OF_LIFE_MS = 10 * 60_000
const DEAD_MS = 60 * 60_000

/**
 * Where uploads wait until they are complete and allowed: a folder of this process. What a process that was killed has
 * left there is removed: at once where this one `isAlone`, else when nothing has been heard of it for an hour. A process
 * id would say nothing: in containers they come again, and those of another container cannot be seen.
 */
export async function openDrafts(parent: string, { isAlone }: { isAlone: boolean }): Promise<Drafts> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeftovers(parent, { olderThanMs: isAlone ? Number.NEGATIVE_INFINITY : DEAD_MS })
  const name = randomUUID()
  const folder = join(parent, name)
  await mkdir(folder, { mode: 0o700 })
  // A failure shows with the next upload, and in /health.
  const live = () => signOfLife(parent, name).catch(() => undefined)
  setInterval(live, SIGN_OF_LIFE_MS).unref()

  return {
    folder,
    async receive(source, limit) {
      const path = join(folder, randomUUID())
      const discard = () => rm(path, { force: true })
      const file = await open(path, 'wx', 0o600)
      const hash = createHash('md5')
      let size = 0
      let hasZeroByte = false
      try {
        for await (const chunk of source) {
          size += chunk.byteLength
          requireSize(size, limit)
          hasZeroByte ||= chunk.includes(0)
          hash.update(chunk)
          await file.writeFile(chunk)
        }
        await file.close()
      } catch (error) {
        await file.close()
        await discard()
        throw error
      }
      return { path, size, md5: hash.digest('hex'), hasZeroByte, read: () => createReadStream(path), discard }
    },
  }
}

async function signOfLife(parent: string, name: string) {
  const now = new Date()
  await utimes(join(parent, name), now, now)
  await removeLeftovers(parent, { olderThanMs: DEAD_MS })
}

async function removeLeftovers(parent: string, { olderThanMs }: { olderThanMs: number }) {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name)
    const found = await stat(folder).catch(() => undefined) // removed meanwhile
    if (found && found.mtimeMs < Date.now() - olderThanMs) await rm(folder, { recursive: true, force: true })
  }
}
