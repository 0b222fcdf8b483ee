import { ARCHIVES, type Place, superfluous, usualRule } from 'engine/maintenance'
import { disproofsIn, forgetDisproof } from './disproofs.ts'

/** Removes what the rule has no use for, and returns the names. A disproved archive never stands for a day of good ones. */
export async function removeSuperfluous(place: Place): Promise<string[]> {
  const disproofs = await disproofsIn(place)
  const names = (await place.list(ARCHIVES)).map(({ name }) => name)
  const isDisproved = (name: string) => disproofs.has(name)
  const removed = [
    ...superfluous(
      names.filter((name) => !isDisproved(name)),
      usualRule,
    ),
    ...superfluous(names.filter(isDisproved), usualRule),
  ]
  for (const name of removed) {
    await place.remove(name)
    if (isDisproved(name)) await forgetDisproof(place, name)
  }
  return removed
}
