import type { Database } from '../../lib/database.types.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

type Action = Database['public']['Tables']['vault_access_logs']['Insert']['action']

/** The limit of the column. */
export const USER_AGENT_LENGTH = 2000

/** Records an action on an entry. The action has happened by then, so a failure is not reported to the person. */
export async function recordAccess(vault_entry_id: string, action: Action) {
  const user_agent = navigator.userAgent.slice(0, USER_AGENT_LENGTH)
  try {
    unwrap(await (await supabase()).from('vault_access_logs').insert({ vault_entry_id, action, user_agent }))
  } catch (error) {
    console.info('The access could not be recorded:', error)
  }
}
