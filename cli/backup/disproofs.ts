import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { type BackupPlace, BadArchive, WrongPassphrase } from 'engine/maintenance'
import { z } from 'zod'

const SUFFIX = '.disproved.json'
const DISPROOFS = /\.disproved\.json$/

const disproof = z.object({ at: z.iso.datetime(), reason: z.string() })
export type Disproof = z.infer<typeof disproof>

/**
 * Stores a marker beside a bad archive, if `error` says that the archive is bad: somebody who restores it on another
 * machine has no other way to know.
 */
export async function noteDisproof(place: BackupPlace, archive: string, error: unknown): Promise<void> {
  if (!(error instanceof BadArchive) || error instanceof WrongPassphrase) return
  const noted: Disproof = { at: new Date().toISOString(), reason: error.message }
  await place.write(`${archive}${SUFFIX}`, Readable.from([`${JSON.stringify(noted, null, 2)}\n`]))
}

/** The markers of bad archives, by archive name. */
export async function disproofsIn(place: BackupPlace): Promise<Map<string, Disproof>> {
  const kept = await place.list(DISPROOFS)
  const read = async (name: string): Promise<Disproof> => {
    const noted = disproof.safeParse(await json(await place.read(name)).catch(() => undefined))
    return noted.data ?? { at: new Date(0).toISOString(), reason: `${name} cannot be read.` }
  }
  return new Map(
    await Promise.all(kept.map(async ({ name }) => [name.slice(0, -SUFFIX.length), await read(name)] as const)),
  )
}

/** Removes the marker of an archive that was proven good since, or that was removed. */
export async function forgetDisproof(place: BackupPlace, archive: string): Promise<void> {
  // Looks first: without a marker the right to delete is not needed.
  const kept = await place.list(DISPROOFS)
  if (kept.some(({ name }) => name === `${archive}${SUFFIX}`)) await place.remove(`${archive}${SUFFIX}`)
}

export const sayDisproof = ({ at, reason }: Disproof) => `its trial failed on ${at.slice(0, 10)}. ${reason}`
