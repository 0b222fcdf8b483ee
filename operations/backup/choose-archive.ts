import { madeAt } from '../../engine/backup/keeping.ts'
import { ARCHIVES, type Place } from '../../engine/backup/places/place.ts'
import { UsageError } from '../command-line/usage-error.ts'

/** The archive of that name, or else the newest. */
export async function chooseArchive(place: Place, asked: string | undefined): Promise<string> {
  const names = (await place.list(ARCHIVES)).map(({ name }) => name)
  if (asked !== undefined) {
    if (names.includes(asked)) return asked
    throw new UsageError(`There is no ${asked} in ${place.address}.`)
  }
  const timeOf = (name: string) => madeAt(name)?.getTime() ?? 0
  const newest = names.toSorted((a, b) => timeOf(b) - timeOf(a))[0]
  if (newest === undefined) throw new UsageError(`There is no backup in ${place.address}.`)
  return newest
}
