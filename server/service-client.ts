import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { StorageClient } from '@supabase/storage-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { RunningEngine } from 'engine'

/**
 * What a server uses of supabase-js. It never signs in and never subscribes, and would keep the code of the clients for
 * that in memory (docs/performance.md#start-and-memory).
 */
export type DataClient = Pick<SupabaseClient, 'from' | 'rpc' | 'storage' | 'functions'>

/** A client with a key and without a session, or for the person whose token it gets. */
export function clientWith(url: string, key: string, token = key): DataClient {
  const headers = { apikey: key, Authorization: `Bearer ${token}` }
  return Object.assign(new PostgrestClient(`${url}/rest/v1`, { headers }), {
    storage: new StorageClient(`${url}/storage/v1`, headers),
    functions: new FunctionsClient(`${url}/functions/v1`, { headers }),
  })
}

/** All of supabase-js with a key and without a session: only who manages accounts needs it, and loads it. */
export async function accountClientWith(url: string, key: string): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js')
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}

/** A client with the service key, which bypasses row policies. */
export const serviceClient = ({
  ownUrl,
  serviceRoleKey,
}: Pick<RunningEngine, 'ownUrl' | 'serviceRoleKey'>): DataClient => clientWith(ownUrl, serviceRoleKey)
