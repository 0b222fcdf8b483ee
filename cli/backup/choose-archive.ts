import type { Config } from 'engine/config'
import { ARCHIVES, type BackupPlace, installationOf, isOwnArchive, madeAt } from 'engine/maintenance'
import { UsageError } from '../command-line/usage-error.ts'
import { type BadArchiveMarker, badArchiveMarkers, describeMarker } from './bad-archive-markers.ts'

/** Returns the archive called `asked`, or the newest one where no name is given. */
export async function chooseArchive(config: Config, place: BackupPlace, asked: string | undefined): Promise<string> {
  const [newest] = await candidates(config, place, asked)
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
export async function chooseGoodArchive(
  config: Config,
  place: BackupPlace,
  asked: string | undefined,
): Promise<ChosenArchive> {
  const names = await candidates(config, place, asked)
  const markers = await badArchiveMarkers(place)
  const passedOver: ChosenArchive['passedOver'] = []
  for (const name of names) {
    const marker = markers.get(name)
    if (!marker || name === asked) return { name, marker, passedOver }
    passedOver.push({ name, ...marker })
  }
  if (passedOver.length === 0) throw new UsageError(`There is no backup in ${place.address}.`)
  const tried = passedOver.map((one) => `${one.name}: ${describeMarker(one)}`)
  throw new UsageError([...tried, 'No other backup is there: name one of these to restore it all the same.'].join('\n'))
}

/** The archive called `asked` alone, or the archives of one installation, the newest first. */
async function candidates(config: Config, place: BackupPlace, asked: string | undefined): Promise<string[]> {
  const names = newestFirst((await place.list(ARCHIVES)).map(({ name }) => name))
  if (asked !== undefined) {
    if (!names.includes(asked)) throw new UsageError(`There is no ${asked} in ${place.address}.`)
    return [asked]
  }
  const makers = new Set(names.map((name) => installationOf(config, name)))
  makers.delete(undefined)
  if (makers.size <= 1) return names
  const own = names.filter((name) => isOwnArchive(config, name))
  if (config.siteUrlGiven && own.some((name) => installationOf(config, name) !== undefined)) return own
  const newestOfEach = [...makers].map((maker) => names.find((name) => installationOf(config, name) === maker))
  throw new UsageError(
    [`${place.address} has backups of several installations. Name one; the newest of each:`, ...newestOfEach].join(
      '\n',
    ),
  )
}

const HOUR_MS = 3_600_000

/** An archive that is dated in the future was made while a clock ran ahead, and comes last. */
function newestFirst(names: readonly string[]): string[] {
  const latest = Date.now() + HOUR_MS
  const timeOf = (name: string) => madeAt(name)?.getTime() ?? 0
  const isAhead = (name: string) => Number(timeOf(name) > latest)
  return names.toSorted((a, b) => isAhead(a) - isAhead(b) || timeOf(b) - timeOf(a))
}
