import { AuthError, GoTrueClient, type Session } from '@supabase/auth-js'
import { version } from '@supabase/auth-js/package.json'
import { DEACTIVATED, messageOf } from '../lib/errors.ts'
import { readProject } from '../lib/supabase-project.ts'
import { owesSecondStep } from './second-step.ts'
import { SessionKeeper } from './session.ts'
import { welcome } from './welcome.ts'

/**
 * The session on /auth: by the auth client that supabase-js has inside, without the rest of it. Address, key and place
 * in the storage are those of the portal's, so that either finds what the other has left.
 */
export const keeper = new SessionKeeper(async () => {
  const { supabaseUrl, supabaseAnonKey, sessionKey } = await readProject()
  const auth = new GoTrueClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: {
      Authorization: `Bearer ${supabaseAnonKey}`,
      apikey: supabaseAnonKey,
      // What the client says of itself where it is not given other headers.
      'X-Client-Info': `gotrue-js/${version}`,
    },
    storageKey: sessionKey,
    // The session reads mail links itself, so that no token stays behind in the browser's history.
    detectSessionInUrl: false,
    // Recovery codes: the client has them switched off until its authors call them final.
    experimental: { recoveryCodes: true },
  })
  return { auth, sessionKey }
}, greet)

/** Who still owes a code is welcomed after it. */
async function greet(stored: Session) {
  if (!(await owesSecondStep(stored))) welcome()
}

export type AuthRequest = (auth: GoTrueClient) => Promise<{ error: unknown }>

const NO_ANSWER = 'The server is not answering. Please check your connection and try again.'

/** Asks the backend. Returns what to tell the person if it did not do it. */
export async function failureOf(request: AuthRequest): Promise<string | undefined> {
  try {
    const { error } = await request(await keeper.client())
    if (error instanceof AuthError && error.code === 'user_banned') return DEACTIVATED
    if (error) throw error
  } catch (error) {
    return messageOf(error, NO_ANSWER)
  }
}
