import type { Readable } from 'node:stream'
import { unseal } from './encrypt-archive.ts'
import type { BackupPlace } from './places/backup-place.ts'

/** Returns a function that opens the archive from its beginning, as often as it is called. */
export const archiveIn =
  (place: Pick<BackupPlace, 'read'>, name: string, passphrase: string | undefined) => async (): Promise<Readable> =>
    unseal(name, await place.read(name), passphrase)
