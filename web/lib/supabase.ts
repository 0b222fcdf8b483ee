import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { fetchAskedAhead } from './asked-ahead.ts'
import type { Database } from './database.types.ts'
import { fetchWithProgress, type OnProgress } from './fetch-with-progress.ts'
import { rememberFailedRequest } from './last-failed-request.ts'
import { withLocalExpiry } from './local-expiry.ts'
import { runOnce } from './run-once.ts'
import { storedSession } from './stored-session.ts'
import { readProject } from './supabase-project.ts'

export type Supabase = PostgrestClient<Database, { PostgrestVersion: '12' }>

/**
 * The part of supabase-js that reads and writes tables, with the session of this tab. Its code is a small part of the
 * whole, and the first rows wait for it alone. It sends the same requests, without the header that names a version.
 */
export const supabase: () => Promise<Supabase> = runOnce(async () => {
  const { supabaseUrl, supabaseAnonKey, sessionKey } = await readProject()
  return new PostgrestClient(new URL('rest/v1', `${supabaseUrl.replace(/\/$/, '')}/`).href, {
    schema: 'public',
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('apikey', supabaseAnonKey)
      headers.set('authorization', `Bearer ${(await accessToken(sessionKey)) ?? supabaseAnonKey}`)
      return watchForRefusals(input, { ...init, headers })
    },
  })
})

/** The stored token; the auth client is asked only for a session that is missing or about to end. */
async function accessToken(sessionKey: string): Promise<string | undefined> {
  const stored = storedSession(sessionKey)
  if (stored) return stored.access_token
  const { auth } = await wholeSupabase()
  return (await auth.getSession()).data.session?.access_token
}

/** The supabase-js client of this tab, for the session, files, functions and live changes. */
export const wholeSupabase: () => Promise<SupabaseClient<Database>> = runOnce(async () => {
  const [{ createClient }, { supabaseUrl, supabaseAnonKey, sessionKey }] = await Promise.all([
    import('@supabase/supabase-js'),
    readProject(),
  ])
  return createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: {
      storageKey: sessionKey,
      // The session code reads mail links itself, so that no token stays in the browser's history.
      detectSessionInUrl: false,
      // Recovery codes are still experimental in the auth client, and off by default.
      experimental: { recoveryCodes: true },
    },
    global: { fetch: withLocalExpiry(watchForRefusals) },
  })
})

/** Sets how the session is renewed, or found to be over, when the backend refuses its token. */
export function onTokenRefused(renew: () => Promise<void>) {
  renewSession = renew
}

/**
 * A client with the same project and session for an upload with progress; it sends the same requests as supabase-js.
 */
export async function supabaseWithProgress(onProgress: OnProgress): Promise<SupabaseClient<Database>> {
  const [{ createClient }, { auth }, { supabaseUrl, supabaseAnonKey }] = await Promise.all([
    import('@supabase/supabase-js'),
    wholeSupabase(),
    readProject(),
  ])
  return createClient<Database>(supabaseUrl, supabaseAnonKey, {
    accessToken: async () => (await auth.getSession()).data.session?.access_token ?? null,
    global: { fetch: fetchWithProgress(onProgress) },
  })
}

let renewSession = async () => {}

/**
 * Reports that the session may have ended, though no request was refused yet. Resolves when it was renewed, is over, or could
 * not be renewed.
 */
export const reportDoubtfulToken = (): Promise<void> =>
  renewSession().catch((error: unknown) => console.info('The session could not be renewed:', error))

/** PostgREST's codes for a refused token: bad signature; expired or session ended. */
const refusalCodes: unknown[] = ['PGRST301', 'PGRST303']

const watchForRefusals: typeof fetch = async (input, init) => {
  const response = await fetchAskedAhead(input, init)
  rememberFailedRequest(response)
  if (response.status === 401 && refusalCodes.includes(await codeOf(response.clone()))) void reportDoubtfulToken()
  return response
}

/** Reads PostgREST's error code, without zod since every screen waits for this code. */
async function codeOf(response: Response): Promise<unknown> {
  const answer: unknown = await response.json().catch(() => undefined)
  return answer && typeof answer === 'object' && 'code' in answer ? answer.code : undefined
}
