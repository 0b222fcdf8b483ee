import { AuthError, GoTrueClient, type Session } from '@supabase/auth-js'
import { version } from '@supabase/auth-js/package.json'
import { ACCOUNT_DEACTIVATED, messageOf } from '../lib/errors.ts'
import { withLocalExpiry } from '../lib/local-expiry.ts'
import { readProject } from '../lib/supabase-project.ts'
import { needsSecondStep } from './second-step.ts'
import { SessionKeeper } from './session-keeper.ts'
import { showWelcomeToast } from './welcome-toast.ts'

/**
 * The session on /auth, with the auth client inside supabase-js but without the rest. Address, key and storage key are
 * those of the portal, so that both share the session.
 */
export const sessionKeeper = new SessionKeeper(
  async () => {
    const { supabaseUrl, supabaseAnonKey, sessionKey } = await readProject()
    const auth = new GoTrueClient({
      url: `${supabaseUrl}/auth/v1`,
      headers: {
        Authorization: `Bearer ${supabaseAnonKey}`,
        apikey: supabaseAnonKey,
        // The header by which supabase-js identifies itself; the auth client alone does not set it.
        'X-Client-Info': `gotrue-js/${version}`,
      },
      fetch: withLocalExpiry((input, init) => fetch(input, init)),
      storageKey: sessionKey,
      // The session code reads mail links itself, so that no token stays in the browser's history.
      detectSessionInUrl: false,
      // Recovery codes are still experimental in the auth client, and off by default.
      experimental: { recoveryCodes: true },
    })
    return { auth, sessionKey }
  },
  { greet },
)

/** Welcomes a signed-in person, unless the second step of sign-in is still to come. */
async function greet(stored: Session) {
  if (!(await needsSecondStep(stored))) showWelcomeToast()
}

export type AuthRequest = (auth: GoTrueClient) => Promise<{ error: unknown }>

const NO_ANSWER = 'The server is not answering. Please check your connection and try again.'

/** Sends a request to the auth service. Returns the error message for the person if it failed. */
export async function sendAuthRequest(request: AuthRequest): Promise<string | undefined> {
  try {
    const { error } = await request(await sessionKeeper.client())
    if (error instanceof AuthError && error.code === 'user_banned') return ACCOUNT_DEACTIVATED
    if (error) throw error
  } catch (error) {
    return messageOf(error, NO_ANSWER)
  }
}
