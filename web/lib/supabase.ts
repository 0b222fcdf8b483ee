import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import { noteFailure } from './failed-request.ts'
import { fetchWithProgress, type OnProgress } from './fetch-with-progress.ts'
import { once } from './once.ts'
import { readProject } from './supabase-project.ts'

export type Supabase = SupabaseClient<Database>

/** The one client of this tab. */
export const supabase: () => Promise<Supabase> = once(async () => {
  const { supabaseUrl, supabaseAnonKey, sessionKey } = await readProject()
  return createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: {
      storageKey: sessionKey,
      // The session reads mail links itself, so that no token stays behind in the browser's history.
      detectSessionInUrl: false,
      // Recovery codes: the client has them switched off until its authors call them final.
      experimental: { recoveryCodes: true },
    },
    global: { fetch: watchForRefusals },
  })
})

/** Calls back when the backend refuses the token a request carried. */
export function onTokenRefused(listener: () => void) {
  tokenRefusals.addEventListener('refused', listener)
}

/** The same project and session, for an upload that says how far it has come; what it sends is what supabase-js sends. */
export async function supabaseWithProgress(onProgress: OnProgress): Promise<Supabase> {
  const { auth } = await supabase()
  const { supabaseUrl, supabaseAnonKey } = await readProject()
  return createClient<Database>(supabaseUrl, supabaseAnonKey, {
    accessToken: async () => (await auth.getSession()).data.session?.access_token ?? null,
    global: { fetch: fetchWithProgress(onProgress) },
  })
}

const tokenRefusals = new EventTarget()

/** Says that the backend may have ended the session, though no request was refused yet. */
export const doubtToken = () => tokenRefusals.dispatchEvent(new Event('refused'))

/** PostgREST's codes for a token it does not take: badly signed; expired, or its session is gone. */
const refusalCodes: unknown[] = ['PGRST301', 'PGRST303']

const watchForRefusals: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  noteFailure(response)
  if (response.status === 401 && refusalCodes.includes(await codeOf(response.clone()))) doubtToken()
  return response
}

/** By hand: what every screen waits for does without zod. */
async function codeOf(response: Response): Promise<unknown> {
  const answer: unknown = await response.json().catch(() => undefined)
  return answer && typeof answer === 'object' && 'code' in answer ? answer.code : undefined
}
