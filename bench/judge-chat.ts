import { inOrder, type Message } from './chat-history.ts'

/** A message as stored in the database. */
export type Stored = { id: string; number: number; clientId: string | null }

export type Verdict = { lost: number; doubled: number; outOfOrder: number }

/**
 * Compares acknowledged messages with stored ones, and stored ones with those that each person sees: a message may be
 * lost by the database or for a person, and doubled in the database or on a person's screen.
 */
export function judge(
  acknowledged: ReadonlySet<string>,
  stored: readonly Stored[],
  screens: readonly (readonly Message[])[],
): Verdict {
  const storedIds = stored.flatMap(({ clientId }) => clientId ?? [])
  const verdict = {
    lost: acknowledged.difference(new Set(storedIds)).size,
    doubled: storedIds.length - new Set(storedIds).size,
    outOfOrder: 0,
  }
  for (const screen of screens) {
    const seenIds = screen.flatMap(({ metadata: { clientId } }) => clientId ?? [])
    verdict.lost += new Set(storedIds).difference(new Set(seenIds)).size
    verdict.doubled += seenIds.length - new Set(seenIds).size
    const seen = screen.toSorted(inOrder).map(({ id }) => id)
    const shouldBe = stored.map(({ id }) => id).filter((id) => seen.includes(id))
    if (seen.join() !== shouldBe.join()) verdict.outOfOrder += 1
  }
  return verdict
}
