import type { Session } from '@supabase/auth-js'
import { readProject } from '../lib/supabase-project.ts'

/** For which sign-in it is known that nothing is owed, so that the portal opens without asking again. */
const SETTLED = 'second-step-settled'

/**
 * Whether somebody still owes the second step of signing in, which the database decides. That nothing is owed holds for as
 * long as they stay signed in: setting up an authenticator app ends the sessions that have not proved it.
 */
export async function owesSecondStep({ user, access_token }: Session): Promise<boolean> {
  const signIn = `${user.id} ${user.last_sign_in_at}`
  if (localStorage.getItem(SETTLED) === signIn) return false
  if (asked?.token !== access_token) asked = { token: access_token, answer: ask(access_token) }
  const owes = await asked.answer
  if (owes === false) localStorage.setItem(SETTLED, signIn)
  // Without an answer somebody is let on: who owes something reads nothing, whatever is drawn.
  if (owes === undefined) asked = undefined
  return owes === true
}

/** The auth client speaks of one session several times in a row. */
let asked: { token: string; answer: Promise<unknown> } | undefined

/** For who leaves this browser. */
export const forgetSecondStep = () => localStorage.removeItem(SETTLED)

/** Whether somebody may have codes on paper, for when the app is not at hand. */
export const hasRecoveryCodes = ({ user }: Session): boolean =>
  user.factors?.some(({ status, factor_type }) => status === 'verified' && factor_type === 'recovery_code') === true

/** Undefined where there is no answer. Without supabase-js, which /auth does not load. */
async function ask(token: string): Promise<unknown> {
  try {
    const { supabaseUrl, supabaseAnonKey } = await readProject()
    const answer = await fetch(`${supabaseUrl}/rest/v1/rpc/me`, {
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
