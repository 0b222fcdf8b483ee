import type { Session } from '@supabase/auth-js'
import { fetchAskedAhead } from '../lib/asked-ahead.ts'
import { readProject } from '../lib/supabase-project.ts'

/** The storage key of the sign-in that needs no second step, so that the portal opens without another request. */
const SETTLED = 'second-step-settled'

/**
 * Whether the session still needs the second step of sign-in, which the database decides. A negative answer holds for
 * the whole session: setting up an authenticator app ends all sessions that have not verified it.
 */
export async function needsSecondStep(session: Session): Promise<boolean> {
  const { access_token } = session
  if (isSecondStepSettled(session)) return false
  if (asked?.token !== access_token) asked = { token: access_token, answer: ask(access_token) }
  const owes = await asked.answer
  if (owes === false) localStorage.setItem(SETTLED, signInOf(session))
  // If the database does not answer, the portal opens without the second step; row policies protect the data anyway.
  if (owes === undefined) asked = undefined
  return owes === true
}

/** Whether this sign-in is known to need no second step. */
export const isSecondStepSettled = (session: Session) => localStorage.getItem(SETTLED) === signInOf(session)

const signInOf = ({ user }: Session) => `${user.id} ${user.last_sign_in_at}`

/** The latest request, kept since the auth client announces the same session several times in a row. */
let asked: { token: string; answer: Promise<unknown> } | undefined

/** Forgets at sign-out that this sign-in needs no second step. */
export const forgetSecondStep = () => localStorage.removeItem(SETTLED)

/** Whether the person may have recovery codes. */
export const hasRecoveryCodes = ({ user }: Session): boolean =>
  user.factors?.some(({ status, factor_type }) => status === 'verified' && factor_type === 'recovery_code') === true

const ASKS = '/rest/v1/rpc/me'
export const asksForSecondStep = (path: string) => path === ASKS

/**
 * Asks the database whether the second step is missing; undefined if it does not answer. Uses fetch, as /auth does not load
 * supabase-js.
 */
async function ask(token: string): Promise<unknown> {
  try {
    const { supabaseUrl, supabaseAnonKey } = await readProject()
    const answer = await fetchAskedAhead(`${supabaseUrl}${ASKS}`, {
      method: 'POST',
      headers: {
        apikey: supabaseAnonKey,
        authorization: `Bearer ${token}`,
        accept: 'application/vnd.pgrst.object+json',
        'content-type': 'application/json',
      },
      body: '{}',
    })
    const me: unknown = await answer.json()
    return typeof me === 'object' && me !== null && 'owes_second_step' in me ? me.owes_second_step : undefined
  } catch {
    return undefined
  }
}
