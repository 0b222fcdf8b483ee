import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { RunningEngine } from 'engine'

/** A supabase-js client with a key and without a session. */
export const clientWith = (url: string, key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

/** A client with the service key, which bypasses row policies. */
export const serviceClient = ({
  ownUrl,
  serviceRoleKey,
}: Pick<RunningEngine, 'ownUrl' | 'serviceRoleKey'>): SupabaseClient => clientWith(ownUrl, serviceRoleKey)
