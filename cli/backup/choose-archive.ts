import { ARCHIVES, type BackupPlace, madeAt } from 'engine/maintenance'
import { UsageError } from '../command-line/usage-error.ts'
import { type BadArchiveMarker, badArchiveMarkers, describeMarker } from './bad-archive-markers.ts'

/** Returns the archive called `asked`, or the newest one where no name is given. */
export async function chooseArchive(place: BackupPlace, asked: string | undefined): Promise<string> {
  const names = await newestFirst(place)
  if (asked !== undefined) return named(place, names, asked)
  const [newest] = names
  if (newest === undefined) throw new UsageError(`There is no backup in ${place.address}.`)
  return newest
}

type ChosenArchive = {
  name: string
  /** The reason why the chosen archive is known to be bad, if any. */
  marker: BadArchiveMarker | undefined
  /** Newer archives that were skipped because a trial restore of them failed. */
  passedOver: ({ name: string } & BadArchiveMarker)[]
}

/** Returns the archive called `asked`, even a bad one, or the newest archive that is not known to be bad. */
export async function chooseGoodArchive(place: BackupPlace, asked: string | undefined): Promise<ChosenArchive> {
  const names = await newestFirst(place)
  const markers = await badArchiveMarkers(place)
  if (asked !== undefined) {
    return { name: named(place, names, asked), marker: markers.get(asked), passedOver: [] }
  }
  const passedOver: ChosenArchive['passedOver'] = []
  for (const name of names) {
    const marker = markers.get(name)
    if (!marker) return { name, marker, passedOver }
    passedOver.push({ name, ...marker })
  }
  if (passedOver.length === 0) throw new UsageError(`There is no backup in ${place.address}.`)
  const tried = passedOver.map((one) => `${one.name}: ${describeMarker(one)}`)
  throw new UsageError([...tried, 'No other backup is there: name one of these to restore it all the same.'].join('\n'))
}

async function newestFirst(place: BackupPlace): Promise<string[]> {
  const timeOf = (name: string) => madeAt(name)?.getTime() ?? 0
  const names = (await place.list(ARCHIVES)).map(({ name }) => name)
  return names.sort((a, b) => timeOf(b) - timeOf(a))
}

function named(place: BackupPlace, names: readonly string[], asked: string): string {
  if (names.includes(asked)) return asked
  throw new UsageError(`There is no ${asked} in ${place.address}.`)
}
