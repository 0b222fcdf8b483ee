import { randomBytes } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../errno.ts'
import { writeProbe } from '../health/write-probe.ts'

export interface Outbox {
  /** Keeps one message and returns the file it is in. */
  save(message: Buffer): Promise<string>
  /** Throws where nothing can be kept. */
  check(): Promise<void>
}

/** A folder of files whose names sort by the time of sending; readable by this user alone. */
export function createOutbox(dir: string, extension: 'eml' | 'sms'): Outbox {
  let saved = 0
  return {
    async save(message) {
      const time = new Date().toISOString().replaceAll(':', '-')
      // The count orders messages of the same millisecond, the random part those of two processes.
      const name = `${time}-${String(saved++).padStart(6, '0')}-${randomBytes(3).toString('hex')}.${extension}`
      await mkdir(dir, { recursive: true, mode: 0o700 })
      // Written aside and renamed, so that who watches the folder never reads half a message.
      const unfinished = join(dir, `.${name}.part`)
      await using file = await open(unfinished, 'wx', 0o600)
      await file.writeFile(message)
      await file.sync()
      await rename(unfinished, join(dir, name))
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
}
