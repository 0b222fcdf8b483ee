import { ARCHIVES, type BackupPlace, defaultRetention, expiredArchives } from 'engine/maintenance'
import { disproofsIn, forgetDisproof } from './disproofs.ts'

/**
 * Removes the archives that the retention rule does not keep, and returns their names. A bad archive does not count as
 * the one kept for its day.
 */
export async function removeSuperfluous(place: BackupPlace): Promise<string[]> {
  const disproofs = await disproofsIn(place)
  const names = (await place.list(ARCHIVES)).map(({ name }) => name)
  const isDisproved = (name: string) => disproofs.has(name)
  const removed = [
    ...expiredArchives(
      names.filter((name) => !isDisproved(name)),
      defaultRetention,
    ),
    ...expiredArchives(names.filter(isDisproved), defaultRetention),
  ]
  for (const name of removed) {
    await place.remove(name)
    if (isDisproved(name)) await forgetDisproof(place, name)
  }
  return removed
}
