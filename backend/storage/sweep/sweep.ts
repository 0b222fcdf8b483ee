import type { Database } from '../../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { asEngine, permanently } from '../http/statements.ts'
import { forgetExpiredUploads } from '../resumable/uploads.ts'
import { removeExpiredVersions } from './expired-versions.ts'

/** A file comes before its row, and a row before whoever lists the files: what is younger may be just on its way. */
const GRACE_MS = 60 * 60 * 1000
const BATCH = 1000

export type Swept = { files: number; rows: number }

type Options = {
  graceMs?: number
  /** Stops between two batches. */
  signal?: AbortSignal
}

/** Removes files that no row and no upload names, uploads and earlier versions whose time is over, and rows whose file is gone. */
export async function sweep(
  database: Database,
  store: FileStore,
  { graceMs = GRACE_MS, signal }: Options = {},
): Promise<Swept> {
  const before = new Date(Date.now() - graceMs)
  await forgetExpiredUploads(database)
  await removeExpiredVersions(database)
  const { stored, removed } = await sweepFiles(database, store, before, signal)
  return { files: removed, rows: await sweepRows(database, stored, before, signal) }
}

async function sweepFiles(database: Database, store: FileStore, before: Date, signal: AbortSignal | undefined) {
  const stored = new Set<string>()
  let candidates: string[] = []
  let removed = 0
  const removeOrphans = async () => {
    const orphans = await withoutRow(database, candidates)
    if (orphans.length > 0) await store.remove(orphans)
    removed += orphans.length
    candidates = []
  }
  for await (const { version, storedAt } of store.list()) {
    signal?.throwIfAborted()
    stored.add(version)
    if (storedAt < before) candidates.push(version)
    if (candidates.length === BATCH) await removeOrphans()
  }
  await removeOrphans()
  return { stored, removed }
}

/** Those that neither a file's row nor an upload names. */
export async function withoutRow(database: Database, versions: string[]): Promise<string[]> {
  const known = await database.run<{ version: string }>(asEngine, {
    text: `select version from storage.objects where version = any($1)
      union all select version::text from engine.upload_parts where version = any($1::uuid[])
      union all select version::text from engine.multipart_parts where version = any($1::uuid[])`,
    values: [versions],
  })
  const kept = new Set(known.map(({ version }) => version))
  return versions.filter((version) => !kept.has(version))
}

async function sweepRows(database: Database, stored: Set<string>, before: Date, signal: AbortSignal | undefined) {
  let removed = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    signal?.throwIfAborted()
    const rows = await database.run<{ id: string; version: string | null }>(asEngine, {
      text: `select id, version from storage.objects where id > $1 and updated_at < $2 and not is_delete_marker
        order by id limit $3`,
      values: [last, before, BATCH],
    })
    const gone = rows.filter(({ version }) => version === null || !stored.has(version)).map(({ id }) => id)
    if (gone.length > 0) {
      // Not those that somebody has written since.
      const deleted = await database.run(permanently(asEngine), {
        text: 'delete from storage.objects where id = any($1) and updated_at < $2 returning id',
        values: [gone, before],
      })
      removed += deleted.length
    }
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return removed
    last = end.id
  }
}
