import type { Database } from '../../database/database.ts'
import { asEngine } from '../http/caller-settings.ts'

type Services = { database: Database; log: { warn(error: unknown, message: string): void } }

/** The number of rows whose file is missing. */
export async function missingFiles(database: Database): Promise<number> {
  const [row] = await database.run<{ count: number }>(asEngine, {
    text: `select count(*)::int as count from engine.missing_files as missing
      join storage.objects on objects.id = missing.object_id and objects.version is not distinct from missing.version`,
  })
  return row?.count ?? 0
}

export async function hasMarks(database: Database): Promise<boolean> {
  const marks = await database.run(asEngine, { text: 'select from engine.missing_files limit 1' })
  return marks.length > 0
}

/** Marks a file as missing that a reader did not find, if a row still names it, and logs it the first time. */
export async function noteMissingFile({ database, log }: Services, version: string): Promise<void> {
  try {
    logMissingFiles(log, await mark(database, 'version = $1', version))
  } catch (error) {
    log.warn(error, `The file of version ${version} is missing, and could not be marked as missing.`)
  }
}

/** Marks rows whose files are missing. */
export async function markMissing({ database, log }: Services, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) logMissingFiles(log, await mark(database, 'id = any($1)', ids))
}

/** Removes the marks of rows whose files have reappeared. */
export async function unmark(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await database.run(asEngine, { text: 'delete from engine.missing_files where object_id = any($1)', values: [ids] })
}

/** Removes the marks of rows that no longer exist or have a new version. */
export async function forgetOldMarks(database: Database): Promise<void> {
  await database.run(asEngine, {
    text: `delete from engine.missing_files as missing where not exists (
      select from storage.objects
      where objects.id = missing.object_id and objects.version is not distinct from missing.version
    )`,
  })
}

type MarkedRow = { bucket_id: string; name: string }

/** Marks rows and returns those that were not marked before. */
const mark = (database: Database, condition: string, value: unknown) =>
  database.run<MarkedRow>(asEngine, {
    text: `
      with marked as (
        insert into engine.missing_files as missing (object_id, version)
        select id, version from storage.objects where ${condition}
        on conflict (object_id) do update set version = excluded.version, since = now()
          where missing.version is distinct from excluded.version
        returning object_id
      )
      select bucket_id, name from storage.objects join marked on object_id = id`,
    values: [value],
  })

const MAX_NAMED = 20

function logMissingFiles(log: Services['log'], marked: readonly MarkedRow[]) {
  if (marked.length === 0) return
  const files = marked.slice(0, MAX_NAMED).map(({ bucket_id, name }) => `${bucket_id}/${name}`)
  const more = marked.length > MAX_NAMED ? `, and ${marked.length - MAX_NAMED} more` : ''
  log.warn({ files }, `Files are missing from the storage; their rows stay: ${files.join(', ')}${more}.`)
}
