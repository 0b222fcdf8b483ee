import { createClient, type PostgrestSingleResponse, type SupabaseClient } from '@supabase/supabase-js'
import { secretKey } from './api-keys.ts'
import type { Database } from './database.types.ts'
import { requireEnv } from './runtime.ts'

export type ServiceClient = SupabaseClient<Database>

/** A client with the secret key, which bypasses row policies: callers of this function check the rights themselves. */
export function serviceClient(): ServiceClient {
  return createClient<Database>(requireEnv('SUPABASE_URL'), secretKey(), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** Makes the audit trail name `actor` for what happens to this id or address within the next minute. */
export async function actFor(supabase: ServiceClient, actor: string, about: string): Promise<void> {
  const { error } = await supabase.rpc('act_for', { actor, about })
  if (error) throw error
}

/** Returns the data of an answer, or throws its error. */
export function unwrap<T>({ data, error }: PostgrestSingleResponse<T>): T {
  if (error) throw error
  return data
}
