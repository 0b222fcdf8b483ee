import type { Database } from '../../database/database.ts'
import { asEngine } from '../http/caller-settings.ts'

/** The versions that neither a file's row nor an upload names. */
export async function versionsWithoutRow(database: Database, versions: readonly string[]): Promise<string[]> {
  if (versions.length === 0) return []
  const known = await database.run<{ version: string }>(asEngine, {
    text: `select version from storage.objects where version = any($1)
      union all select version::text from engine.unfinished_parts where version = any($1::uuid[])`,
    values: [versions],
  })
  const kept = new Set(known.map(({ version }) => version))
  return versions.filter((version) => !kept.has(version))
}
