import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../kernel/errno.ts'
import { writeProbe } from '../kernel/write-probe.ts'

export interface Outbox {
  /** Keeps one message and returns the file it is in. */
  save(message: Buffer): Promise<string>
  /** Throws where nothing can be kept. */
  check(): Promise<void>
}

/** Of this process, whose messages it orders where they come in one millisecond. */
let saved = 0

/** Where nobody reads them, the disk should not fill. */
const MOST_KEPT = 1_000

/** A folder of files whose names sort by the time of sending, the newest thousand; readable by this user alone. */
export function createOutbox(dir: string, extension: 'eml' | 'sms', mostKept = MOST_KEPT): Outbox {
  return {
    async save(message) {
      const time = new Date().toISOString().replaceAll(':', '-')
      // The random part is for two processes.
      const name = `${time}-${String(saved++).padStart(6, '0')}-${randomBytes(3).toString('hex')}.${extension}`
      await mkdir(dir, { recursive: true, mode: 0o700 })
      // Written aside and renamed, so that who watches the folder never reads half a message.
      const unfinished = join(dir, `.${name}.part`)
      await using file = await open(unfinished, 'wx', 0o600)
      await file.writeFile(message)
      await file.sync()
      await rename(unfinished, join(dir, name))
      await removeOldest()
      return join(dir, name)
    },
    async check() {
      // Not what is above it: where that is gone, nothing should look as if it were there.
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
