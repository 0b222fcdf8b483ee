import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../lib/database.types.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { goneOrRefused } from './unwrap-change.ts'

/** Thrown when another person has saved a row after this person had opened it. */
export class VersionConflict extends Error {
  override name = 'NewerChange'
}

/** Tables whose rows several people may edit at once, with the name of a row. */
const things = {
  agencies: 'agency',
  clients: 'client',
  client_months: 'month',
  client_notes: 'note',
  client_people: 'person',
  password_vault: 'entry',
  project_notes: 'note',
  projects: 'project',
  project_updates: 'update',
} as const

type Table = keyof typeof things

/** The column by which versions of a row are compared. */
const versionOf = (table: Table) => (things[table] === 'note' ? 'edited_at' : 'updated_at')

/** Updates a row if its version is still `seen`, and throws `VersionConflict` if there is a newer one. */
export async function updateVersion<Name extends Table>(
  table: Name,
  { id, seen }: { id: string; seen: string | null },
  changes: Database['public']['Tables'][Name]['Update'],
) {
  // Callers check the columns: supabase-js cannot, since the table is known only at run time.
  const client: PostgrestClient = await supabase()
  const version = versionOf(table)
  const update = client.from(table).update(changes, { count: 'exact' }).eq('id', id)
  if (unwrapCount(await (seen === null ? update.is(version, null) : update.eq(version, seen))) > 0) return
  const versions = client.from(table).select<string, Record<string, unknown>>(version)
  const current = unwrap(await versions.eq('id', id).maybeSingle())
  if (current && current[version] !== seen) {
    throw new VersionConflict(`Someone else has changed this ${things[table]} since you opened it.`)
  }
  throw goneOrRefused(things[table], 'change it')
}
