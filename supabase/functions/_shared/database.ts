import { createClient, type PostgrestSingleResponse, type SupabaseClient } from '@supabase/supabase-js'
import { secretKey } from './api-keys.ts'
import type { Database } from './database.types.ts'
import { requireEnv } from './runtime.ts'

export type ServiceClient = SupabaseClient<Database>

/** A client that no row policy holds back: whoever uses it decides who may do what. */
export function serviceClient(): ServiceClient {
  return createClient<Database>(requireEnv('SUPABASE_URL'), secretKey(), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** What is done to somebody in the next minute, by their id or address, the audit trail tells as done by `actor`. */
export async function actFor(supabase: ServiceClient, actor: string, about: string): Promise<void> {
  const { error } = await supabase.rpc('act_for', { actor, about })
  if (error) throw error
}

/** The value of an answer, or its error thrown. */
export function unwrap<T>({ data, error }: PostgrestSingleResponse<T>): T {
  if (error) throw error
  return data
}
