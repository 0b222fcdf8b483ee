import type { Database } from '../../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { asEngine } from '../http/caller-settings.ts'
import { forgetExpiredUploads } from '../incoming/unfinished-uploads.ts'
import { forgetOldMarks, markMissing, missingFiles, unmark } from '../rows/missing-files.ts'
import { dropFiles } from '../rows/remove-files.ts'
import { ownsStore } from './claim-store.ts'
import { versionsWithoutRow } from './files-without-row.ts'
import { reviewQuarantine } from './review-quarantine.ts'

/** The age below which a file may still be waiting for its row, which is written after it. */
const GRACE_MS = 60 * 60 * 1000
const BATCH = 1000

export type SweepResult = { setAside: number; broughtBack: number; erased: number; missing: number }

type Services = { database: Database; store: FileStore; log: { warn(error: unknown, message: string): void } }

type Options = {
  graceMs?: number
  /** Stops the sweep between two batches. */
  signal?: AbortSignal
}

/**
 * Reconciles rows and files without deleting anything by guesswork: a file that no row or upload names goes to the
 * quarantine, and a row without its file is marked. Only expired uploads are deleted. An error, for example an
 * unreadable folder, leaves the rest unchanged.
 */
export async function sweep(services: Services, { graceMs = GRACE_MS, signal }: Options = {}): Promise<SweepResult> {
  const { database, store } = services
  await dropFiles(database, store, await forgetExpiredUploads(database))
  const reviewed = await reviewQuarantine(database, store)
  const begun = await timeOf(database)
  const { stored, setAside } = await sweepFiles(database, store, new Date(Date.now() - graceMs), signal)
  // A disk that was unmounted meanwhile has an empty listing.
  if (!(await ownsStore(database, store))) throw new Error('The file storage went away while it was swept.')
  await sweepRows(services, stored, begun, signal)
  return { ...reviewed, setAside, missing: await missingFiles(database) }
}

async function sweepFiles(database: Database, store: FileStore, before: Date, signal: AbortSignal | undefined) {
  const stored = new Set<string>()
  let candidates: string[] = []
  let setAside = 0
  const setOrphansAside = async () => {
    const orphans = await versionsWithoutRow(database, candidates)
    if (orphans.length > 0) await store.quarantine.add(orphans)
    setAside += orphans.length
    candidates = []
  }
  for await (const { version, storedAt } of store.list()) {
    signal?.throwIfAborted()
    stored.add(version)
    if (storedAt < before) candidates.push(version)
    if (candidates.length === BATCH) await setOrphansAside()
  }
  await setOrphansAside()
  return { stored, setAside }
}

/** The current time by the database's clock, which dates the rows. */
async function timeOf(database: Database): Promise<Date> {
  const [row] = await database.run<{ now: Date }>({}, { text: 'select now()' })
  return row?.now ?? new Date(0)
}

/** Rows newer than the listing are skipped: their file may not be listed yet. */
async function sweepRows(
  services: Services,
  stored: Set<string>,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database } = services
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    signal?.throwIfAborted()
    const rows = await database.run<{ id: string; version: string | null }>(asEngine, {
      text: `select id, version from storage.objects where id > $1 and updated_at < $2
        order by id limit $3`,
      values: [last, before, BATCH],
    })
    const isThere = ({ version }: (typeof rows)[number]) => version !== null && stored.has(version)
    await unmark(
      database,
      rows.filter(isThere).map(({ id }) => id),
    )
    await markMissing(
      services,
      rows.filter((row) => !isThere(row)).map(({ id }) => id),
    )
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return forgetOldMarks(database)
    last = end.id
  }
}
