import type { Readable } from 'node:stream'
import type { Place } from './places/place.ts'
import { unseal } from './seal.ts'

/** What is in an archive, from its beginning, as often as it is asked for. */
export const archiveIn =
  (place: Pick<Place, 'read'>, name: string, passphrase: string | undefined) => async (): Promise<Readable> =>
    unseal(name, await place.read(name), passphrase)
