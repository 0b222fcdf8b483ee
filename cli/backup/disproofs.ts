import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { BadArchive, type Place, WrongPassphrase } from 'engine/maintenance'
import { z } from 'zod'

const SUFFIX = '.disproved.json'
const DISPROOFS = /\.disproved\.json$/

const disproof = z.object({ at: z.iso.datetime(), reason: z.string() })
export type Disproof = z.infer<typeof disproof>

/**
 * Puts it beside an archive that it is of no use, where that is what `error` says: who restores one on another machine
 * knows nothing else of it.
 */
export async function noteDisproof(place: Place, archive: string, error: unknown): Promise<void> {
  if (!(error instanceof BadArchive) || error instanceof WrongPassphrase) return
  const noted: Disproof = { at: new Date().toISOString(), reason: error.message }
  await place.write(`${archive}${SUFFIX}`, Readable.from([`${JSON.stringify(noted, null, 2)}\n`]))
}

/** By the names of their archives. */
export async function disproofsIn(place: Place): Promise<Map<string, Disproof>> {
  const kept = await place.list(DISPROOFS)
  const read = async (name: string): Promise<Disproof> => {
    const noted = disproof.safeParse(await json(await place.read(name)).catch(() => undefined))
    return noted.data ?? { at: new Date(0).toISOString(), reason: `${name} cannot be read.` }
  }
  return new Map(
    await Promise.all(kept.map(async ({ name }) => [name.slice(0, -SUFFIX.length), await read(name)] as const)),
  )
}

/** It was proven since, or removed. */
export async function forgetDisproof(place: Place, archive: string): Promise<void> {
  // Where there is none, nobody needs the right to remove one.
  const kept = await place.list(DISPROOFS)
  if (kept.some(({ name }) => name === `${archive}${SUFFIX}`)) await place.remove(`${archive}${SUFFIX}`)
}

export const sayDisproof = ({ at, reason }: Disproof) => `its trial failed on ${at.slice(0, 10)}. ${reason}`
