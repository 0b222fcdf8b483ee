import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DRAFTS } from '../../kernel/atomic-file.ts'
import { isErrno } from '../../kernel/errno.ts'
import { removeOldEntries } from '../../kernel/remove-old-entries.ts'
import { syncFile, syncFolder } from '../../kernel/sync.ts'
import { type BackupPlace, LEFTOVER_AGE_MS } from './backup-place.ts'

const PART = '.part'

export function folderPlace(folder: string): BackupPlace {
  return {
    address: folder,
    isElsewhere: false,

    async write(name, archive) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A backup that runs elsewhere writes to its draft all the time.
      await removeOldEntries(folder, LEFTOVER_AGE_MS, (other) => DRAFTS.test(other))
      const draft = join(folder, `${name}.${randomUUID()}${PART}`)
      try {
        await pipeline(archive, createWriteStream(draft, { mode: 0o600, flags: 'wx' }))
        await syncFile(draft)
        await rename(draft, join(folder, name))
        await syncFolder(folder)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      return (await stat(join(folder, name))).size
    },

    read: async (name) => (await open(join(folder, name))).createReadStream(),

    async list(wanted) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isErrno(error, 'ENOENT')) return []
        throw error
      })
      return Promise.all(
        names
          .filter((name) => wanted.test(name))
          .map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })),
      )
    },

    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
