import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { RunningEngine } from 'engine'

/** A client that keeps no session: for the length of the work, with a key. */
export const clientWith = (url: string, key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

/** The server's own, to whom everything is open. */
export const serviceClient = ({
  ownUrl,
  serviceRoleKey,
}: Pick<RunningEngine, 'ownUrl' | 'serviceRoleKey'>): SupabaseClient => clientWith(ownUrl, serviceRoleKey)
