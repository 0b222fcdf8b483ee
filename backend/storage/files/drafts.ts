import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../../errno.ts'
import { storageErrors } from '../errors.ts'

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

/**
 * Where uploads wait until they are complete and allowed: a folder of this process. What a process that was killed has
 * left there is removed.
 */
export async function openDrafts(parent: string): Promise<Drafts> {
  await removeLeftovers(parent)
  const folder = join(parent, String(process.pid))
  await mkdir(folder, { recursive: true, mode: 0o700 })

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
          if (size > limit) throw storageErrors.tooLarge()
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

async function removeLeftovers(parent: string) {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const pid of await readdir(parent)) {
    if (!isRunning(pid)) await rm(join(parent, pid), { recursive: true, force: true })
  }
}

/** Whether another living process has this folder: during a change of versions, two may share DATA_DIR. */
function isRunning(pid: string): boolean {
  if (pid === String(process.pid)) return false
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return isErrno(error, 'EPERM')
  }
}
