import type { Database } from '../../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { QuarantinedFile } from '../files/quarantine.ts'
import { asEngine } from '../http/caller-settings.ts'
import { unmark } from '../rows/missing-files.ts'
import { versionsWithoutRow } from './files-without-row.ts'

const QUARANTINE_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 1000

/** Restores files whose rows exist again, and deletes those that have been in the quarantine long enough. */
export async function reviewQuarantine(database: Database, store: FileStore) {
  let broughtBack = 0
  let erased = 0
  const waiting: QuarantinedFile[] = []
  for await (const file of store.quarantine.list()) waiting.push(file)
  for (const files of inBatches(waiting)) {
    const orphans = new Set(
      await versionsWithoutRow(
        database,
        files.map(({ version }) => version),
      ),
    )
    for (const file of files.filter(({ version }) => !orphans.has(version))) {
      await store.quarantine.bringBack(file)
      broughtBack += 1
    }
    const expired = files.filter((file) => orphans.has(file.version) && isOver(file))
    await store.quarantine.erase(expired)
    erased += expired.length
  }
  return { broughtBack, erased }
}

/** Counted from the end of the day, so that no file is deleted early. */
const isOver = ({ day }: QuarantinedFile) => Date.parse(day) + (QUARANTINE_DAYS + 1) * DAY_MS < Date.now()

function* inBatches<T>(items: readonly T[]) {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH)
}

/**
 * Checks again for missing files: they may have been restored, or been moved to the quarantine before their row was
 * restored. Of very many, only some are checked.
 */
export async function recheckMissing(database: Database, store: FileStore): Promise<void> {
  const marked = await database.run<{ object_id: string; version: string | null }>(asEngine, {
    text: 'select object_id, version from engine.missing_files order by random() limit $1',
    values: [BATCH],
  })
  await reviewQuarantine(database, store)
  const back: string[] = []
  for (const { object_id, version } of marked) {
    if (version !== null && (await store.sizeOf(version)) !== undefined) back.push(object_id)
  }
  await unmark(database, back)
}
