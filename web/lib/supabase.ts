import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import { fetchWithProgress, type OnProgress } from './fetch-with-progress.ts'
import { rememberFailedRequest } from './last-failed-request.ts'
import { runOnce } from './run-once.ts'
import { readProject } from './supabase-project.ts'

export type Supabase = SupabaseClient<Database>

/** The supabase-js client of this tab. */
export const supabase: () => Promise<Supabase> = runOnce(async () => {
  const { supabaseUrl, supabaseAnonKey, sessionKey } = await readProject()
  return createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: {
      storageKey: sessionKey,
      // The session code reads mail links itself, so that no token stays in the browser's history.
      detectSessionInUrl: false,
      // Recovery codes are still experimental in the auth client, and off by default.
      experimental: { recoveryCodes: true },
    },
    global: { fetch: watchForRefusals },
  })
})

/** Calls the listener when the backend refuses a request's token. */
export function onTokenRefused(listener: () => void) {
  tokenRefusals.addEventListener('refused', listener)
}

/**
 * A client with the same project and session for an upload with progress; it sends the same requests as supabase-js.
 */
export async function supabaseWithProgress(onProgress: OnProgress): Promise<Supabase> {
  const { auth } = await supabase()
  const { supabaseUrl, supabaseAnonKey } = await readProject()
  return createClient<Database>(supabaseUrl, supabaseAnonKey, {
    accessToken: async () => (await auth.getSession()).data.session?.access_token ?? null,
    global: { fetch: fetchWithProgress(onProgress) },
  })
}

const tokenRefusals = new EventTarget()

/** Reports that the session may have ended, though no request was refused yet. */
export const reportDoubtfulToken = () => tokenRefusals.dispatchEvent(new Event('refused'))

/** PostgREST's codes for a refused token: bad signature; expired or session ended. */
const refusalCodes: unknown[] = ['PGRST301', 'PGRST303']

const watchForRefusals: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  rememberFailedRequest(response)
  if (response.status === 401 && refusalCodes.includes(await codeOf(response.clone()))) reportDoubtfulToken()
  return response
}

/** Reads PostgREST's error code, without zod since every screen waits for this code. */
async function codeOf(response: Response): Promise<unknown> {
  const answer: unknown = await response.json().catch(() => undefined)
  return answer && typeof answer === 'object' && 'code' in answer ? answer.code : undefined
}
