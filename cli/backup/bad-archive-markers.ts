import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { type BackupPlace, BadArchive, WrongPassphrase } from 'engine/maintenance'
import { z } from 'zod'

const SUFFIX = '.disproved.json'
const MARKERS = /^[^.].*\.disproved\.json$/

const marker = z.object({ at: z.iso.datetime(), reason: z.string() })
export type BadArchiveMarker = z.infer<typeof marker>

/**
 * Stores a marker beside a bad archive, if `error` says that the archive is bad: somebody who restores it on another
 * machine has no other way to know.
 */
export async function markAsBad(place: BackupPlace, archive: string, error: unknown): Promise<void> {
  if (!(error instanceof BadArchive) || error instanceof WrongPassphrase) return
  const noted: BadArchiveMarker = { at: new Date().toISOString(), reason: error.message }
  await place.write(`${archive}${SUFFIX}`, Readable.from([`${JSON.stringify(noted, null, 2)}\n`]))
}

/** The markers of bad archives, by archive name. */
export async function badArchiveMarkers(place: BackupPlace): Promise<Map<string, BadArchiveMarker>> {
  const kept = await place.list(MARKERS)
  const read = async (name: string): Promise<BadArchiveMarker> => {
    const noted = marker.safeParse(await json(await place.read(name)).catch(() => undefined))
    return noted.data ?? { at: new Date(0).toISOString(), reason: `${name} cannot be read.` }
  }
  return new Map(
    await Promise.all(kept.map(async ({ name }) => [name.slice(0, -SUFFIX.length), await read(name)] as const)),
  )
}

/** Removes the marker of an archive that was proven good since, or that was removed. */
export async function removeBadMarker(place: BackupPlace, archive: string): Promise<void> {
  // Looks first: without a marker the right to delete is not needed.
  const kept = await place.list(MARKERS)
  if (kept.some(({ name }) => name === `${archive}${SUFFIX}`)) await place.remove(`${archive}${SUFFIX}`)
}

export const describeMarker = ({ at, reason }: BadArchiveMarker) => `its trial failed on ${at.slice(0, 10)}. ${reason}`
