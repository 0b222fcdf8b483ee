import { createClient, type SupabaseClient } from '@supabase/supabase-js'
// The small zod: /auth needs no more of it, and should not wait for it.
import { z } from 'zod/mini'
import type { Database } from './database.types.ts'
import { fetchWithProgress, type OnProgress } from './fetch-with-progress.ts'

export type Supabase = SupabaseClient<Database>

// Our Content-Security-Policy forbids the code zod would write to be faster; so it need not try.
z.config({ jitless: true })

const projectConfig = z.object({ supabaseUrl: z.url(), supabaseAnonKey: z.string().check(z.minLength(1)) })

type Connection = { client: Supabase; project: z.output<typeof projectConfig> }

let connection: Promise<Connection> | undefined

/** Where the session lies in the browser's storage. */
let sessionKey: string | undefined

/** The one client of this tab. Which project it talks to is asked once; a failed answer is asked for again. */
export const supabase = async (): Promise<Supabase> => (await connected()).client

/** The same project and session, for an upload that says how far it has come; what it sends is what supabase-js sends. */
export async function supabaseWithProgress(onProgress: OnProgress): Promise<Supabase> {
  const { client, project } = await connected()
  return createClient<Database>(project.supabaseUrl, project.supabaseAnonKey, {
    accessToken: async () => (await client.auth.getSession()).data.session?.access_token ?? null,
    global: { fetch: fetchWithProgress(onProgress) },
  })
}

/** Takes the session out of this browser without asking anybody. */
export function forgetSession() {
  if (sessionKey) localStorage.removeItem(sessionKey)
}

/** Calls back when another tab took the session out of this browser. */
export function onSessionForgotten(listener: () => void) {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === sessionKey && newValue === null) listener()
  })
}

/** Calls back when the backend refuses the token a request carried. */
export function onTokenRefused(listener: () => void) {
  tokenRefusals.addEventListener('refused', listener)
}

function connected(): Promise<Connection> {
  connection ??= connect().catch((error: unknown) => {
    connection = undefined
    throw error
  })
  return connection
}

async function connect(): Promise<Connection> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error('The server is not answering. Please try again.')
  const project = projectConfig.parse(await response.json())
  // The name supabase-js would give it, said here so that it can be found again.
  sessionKey = `sb-${new URL(project.supabaseUrl).hostname.split('.')[0]}-auth-token`
  const client = createClient<Database>(project.supabaseUrl, project.supabaseAnonKey, {
    auth: {
      storageKey: sessionKey,
      // The session reads mail links itself, so that no token stays behind in the browser's history.
      detectSessionInUrl: false,
    },
    global: { fetch: watchForRefusals },
  })
  return { client, project }
}

const tokenRefusals = new EventTarget()

/** PostgREST's codes for a token it does not take: badly signed; expired, or its session is gone. */
const tokenRefusal = z.object({ code: z.enum(['PGRST301', 'PGRST303']) })

const watchForRefusals: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.status === 401 && tokenRefusal.safeParse(await readJson(response.clone())).success) {
    tokenRefusals.dispatchEvent(new Event('refused'))
  }
  return response
}

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => undefined)
