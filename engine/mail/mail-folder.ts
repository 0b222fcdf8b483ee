import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../kernel/errno.ts'
import { writeProbe } from '../kernel/write-probe.ts'

export interface Outbox {
  /** Stores one message and returns the path of its file. */
  save(message: Buffer): Promise<string>
  /** Throws where nothing can be stored. */
  check(): Promise<void>
}

/** Numbers the messages of this process, which orders those of the same millisecond. */
let savedFile = 0

/** The folder must not fill the disk where nobody reads it. */
const MAX_FILES = 1_000

/**
 * A folder for sent messages. The file names sort by time, the newest thousand are kept, and only this user can read
 * them.
 */
export function createOutbox(dir: string, extension: 'eml' | 'sms', mostKept = MAX_FILES): Outbox {
  return {
    async save(message) {
      const time = new Date().toISOString().replaceAll(':', '-')
      // The random part tells two processes apart.
      const name = `${time}-${String(savedFile++).padStart(6, '0')}-${randomBytes(3).toString('hex')}.${extension}`
      await mkdir(dir, { recursive: true, mode: 0o700 })
      // Written under another name and renamed, so that a program watching the folder never reads half a message.
      const unfinished = join(dir, `.${name}.part`)
      await using file = await open(unfinished, 'wx', 0o600)
      await file.writeFile(message)
      await file.sync()
      await rename(unfinished, join(dir, name))
      await removeOldest()
      return join(dir, name)
    },
    async check() {
      // Does not create the parent folder: where that is gone, nothing should look as if it existed.
      await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
        if (!isErrno(error, 'EEXIST')) throw error
      })
      await writeProbe(dir)
    },
  }
  async function removeOldest() {
    const names = (await readdir(dir)).filter((name) => name.endsWith(`.${extension}`)).sort()
    for (const name of names.slice(0, -mostKept)) await rm(join(dir, name), { force: true })
  }
}
