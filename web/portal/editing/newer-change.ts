import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../lib/database.types.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { goneOrRefused } from './nothing-changed.ts'

/** Somebody else saved the same thing after this person had opened it. */
export class NewerChange extends Error {
  override name = 'NewerChange'
}

/** What several people may have open at once, by the tables that keep it. */
const things = {
  agencies: 'agency',
  clients: 'client',
  password_vault: 'entry',
  projects: 'project',
  project_updates: 'update',
} as const

type Table = keyof typeof things

/** Changes the version of a row that was `seen`, and throws `NewerChange` when there is a newer one. */
export async function updateSeen<Name extends Table>(
  table: Name,
  { id, seen }: { id: string; seen: string },
  changes: Database['public']['Tables'][Name]['Update'],
) {
  // Which columns there are is said above: the client cannot tell for a table that it gets to know only here.
  const client: SupabaseClient = await supabase()
  const update = client.from(table).update(changes, { count: 'exact' }).eq('id', id).eq('updated_at', seen)
  if (unwrapCount(await update) > 0) return
  const current = unwrap(await client.from(table).select('updated_at').eq('id', id).maybeSingle())
  if (current && current.updated_at !== seen) {
    throw new NewerChange(`Somebody else changed this ${things[table]} meanwhile.`)
  }
  throw goneOrRefused(things[table], 'change it')
}
