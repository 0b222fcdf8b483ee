import type { Config } from 'engine/config'
import { ARCHIVES, type BackupPlace, defaultRetention, expiredArchives, isOwnArchive } from 'engine/maintenance'
import { badArchiveMarkers, removeBadMarker } from './bad-archive-markers.ts'

/**
 * Removes the installation's own archives that the retention rule does not keep, and returns their names. A bad archive
 * does not count as the one kept for its day.
 */
export async function pruneArchives(config: Config, place: BackupPlace): Promise<string[]> {
  const markers = await badArchiveMarkers(place)
  const names = (await place.list(ARCHIVES)).map(({ name }) => name).filter((name) => isOwnArchive(config, name))
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

/**
 * Prunes after a backup, and also after one that failed: otherwise the archives of failed trials would fill the place of
 * the backups.
 */
export async function pruneAfter<T>(
  config: Config,
  place: BackupPlace,
  backup: Promise<T>,
): Promise<{ made: T; removed: string[] }> {
  const made = await backup.catch(async (error: unknown) => {
    // The error of the backup says more than one of the place.
    await pruneArchives(config, place).catch(() => undefined)
    throw error
  })
  return { made, removed: await pruneArchives(config, place) }
}
