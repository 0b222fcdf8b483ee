import type { Readable } from 'node:stream'
import type { Place } from './places/place.ts'
import { unseal } from './seal.ts'

/** Returns a function that opens the archive from its beginning, as often as it is called. */
export const archiveIn =
  (place: Pick<Place, 'read'>, name: string, passphrase: string | undefined) => async (): Promise<Readable> =>
    unseal(name, await place.read(name), passphrase)
