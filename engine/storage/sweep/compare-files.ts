import type { Database } from '../../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { asEngine } from '../http/caller-settings.ts'
import { ownsStore } from './claim-store.ts'
import { versionsWithoutRow } from './files-without-row.ts'

/** The age below which a file may still be waiting for its row, which is written after it. */
const GRACE_MS = 60 * 60 * 1000
const BATCH = 1000
const MAX_NAMED = 20

export type FileState = {
  /** Whether the store belongs to this database; if not, nothing else is reported. */
  isOwn: boolean
  stored: number
  withoutRow: number
  withoutFile: number
  /** The first of the rows without a file, as `bucket/name`. */
  missing: string[]
}

/** Finds files without rows, and rows without files. Changes nothing. */
export async function compareFiles(database: Database, store: FileStore): Promise<FileState> {
  const state: FileState = { isOwn: true, stored: 0, withoutRow: 0, withoutFile: 0, missing: [] }
  if (!(await ownsStore(database, store))) return { ...state, isOwn: false }
  const [moment] = await database.run<{ now: Date }>({}, { text: 'select now()' })
  const stored = new Set<string>()
  const before = new Date(Date.now() - GRACE_MS)
  let candidates: string[] = []
  const count = async () => {
    state.withoutRow += (await versionsWithoutRow(database, candidates)).length
    candidates = []
  }
  for await (const { version, storedAt } of store.list()) {
    stored.add(version)
    if (storedAt < before) candidates.push(version)
    if (candidates.length === BATCH) await count()
  }
  await count()
  for await (const row of rowsBefore(database, moment?.now ?? new Date(0))) {
    if (row.version !== null && stored.has(row.version)) continue
    state.withoutFile += 1
    if (state.missing.length < MAX_NAMED) state.missing.push(`${row.bucket_id}/${row.name}`)
  }
  return { ...state, stored: stored.size }
}

type ObjectRow = { id: string; version: string | null; bucket_id: string; name: string }

/** Rows older than the listing; the file of a newer one may not be listed yet. */
async function* rowsBefore(database: Database, before: Date): AsyncGenerator<ObjectRow> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await database.run<ObjectRow>(asEngine, {
      text: `select id, version, bucket_id, name from storage.objects where id > $1 and updated_at < $2
        order by id limit $3`,
      values: [last, before, BATCH],
    })
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return
    last = end.id
  }
}
