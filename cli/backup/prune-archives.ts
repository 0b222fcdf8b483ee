import { ARCHIVES, type BackupPlace, defaultRetention, expiredArchives } from 'engine/maintenance'
import { badArchiveMarkers, removeBadMarker } from './bad-archive-markers.ts'

/**
 * Removes the archives that the retention rule does not keep, and returns their names. A bad archive does not count as
 * the one kept for its day.
 */
export async function pruneArchives(place: BackupPlace): Promise<string[]> {
  const markers = await badArchiveMarkers(place)
  const names = (await place.list(ARCHIVES)).map(({ name }) => name)
  const isDisproved = (name: string) => markers.has(name)
  const removed = [
    ...expiredArchives(
      names.filter((name) => !isDisproved(name)),
      defaultRetention,
    ),
    ...expiredArchives(names.filter(isDisproved), defaultRetention),
  ]
  for (const name of removed) {
    await place.remove(name)
    if (isDisproved(name)) await removeBadMarker(place, name)
  }
  return removed
}
