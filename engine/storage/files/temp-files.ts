import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { requireWithinSizeLimit } from './upload-size-limit.ts'

/**
 * A completely received file that is not stored yet. `discard` does nothing once the file has been moved to its place.
 */
export type TempFile = {
  path: string
  size: number
  md5: string
  /** Whether the file contains a zero byte, which no text does. */
  hasZeroByte: boolean
  read(): AsyncIterable<Uint8Array>
  discard(): Promise<void>
}

export type TempFiles = {
  folder: string
  /**
   * Writes an incoming file to disk with back pressure. Throws where it exceeds `limit` or ends early, and then removes
   * it.
   */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<TempFile>
}

/**
 * The interval at which a process marks its folder as used; after the longer time without a mark its process counts as
 * dead.
 */
const HEARTBEAT_MS = 10 * 60_000
const LEFTOVER_AGE_MS = 60 * 60_000

/**
 * A folder of this process in which uploads wait until they are complete and accepted. Folders of killed processes are
 * removed: immediately where this process `isAlone`, else after an hour without a sign of life. Process ids could not
 * tell: containers reuse them, and those of other containers are invisible.
 */
export async function openTempFiles(parent: string, { isAlone }: { isAlone: boolean }): Promise<TempFiles> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeftovers(parent, { olderThanMs: isAlone ? Number.NEGATIVE_INFINITY : LEFTOVER_AGE_MS })
  const name = randomUUID()
  const folder = join(parent, name)
  await mkdir(folder, { mode: 0o700 })
  // A failure shows up with the next upload and in /health.
  const live = () => keepAlive(parent, name).catch(() => undefined)
  setInterval(live, HEARTBEAT_MS).unref()

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
          requireWithinSizeLimit(size, limit)
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

async function keepAlive(parent: string, name: string) {
  const now = new Date()
  await utimes(join(parent, name), now, now)
  await removeLeftovers(parent, { olderThanMs: LEFTOVER_AGE_MS })
}

async function removeLeftovers(parent: string, { olderThanMs }: { olderThanMs: number }) {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name)
    const found = await stat(folder).catch(() => undefined) // removed meanwhile
    if (found && found.mtimeMs < Date.now() - olderThanMs) await rm(folder, { recursive: true, force: true })
  }
}
