import type { Readable } from 'node:stream'
import { decryptArchive } from './encrypt-archive.ts'
import type { BackupPlace } from './places/backup-place.ts'

/** Returns a function that opens the archive from its beginning, as often as it is called. */
export const archiveOpener =
  (place: Pick<BackupPlace, 'read'>, name: string, passphrase: string | undefined) => async (): Promise<Readable> =>
    decryptArchive(name, await place.read(name), passphrase)
