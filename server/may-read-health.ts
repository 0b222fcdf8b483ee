import { createClient } from '@supabase/supabase-js'
import type { RunningEngine } from 'engine'

/** Whether the token is a super admin's: /health tells the state of the mails to nobody else. */
export async function mayReadHealth({ ownUrl, anonKey }: RunningEngine, token: string): Promise<boolean> {
  const caller = createClient(ownUrl, anonKey, {
    auth: { persistSession: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  })
  const { error } = await caller.rpc('mail_state')
  return !error
}
