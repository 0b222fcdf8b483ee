import { type GoTrueClient, isAuthApiError } from '@supabase/auth-js'
import { bringFormToLife } from './auth-form-behaviour.ts'
import { backToAuth } from './back-to-auth.ts'
import type { PanelBehaviour } from './door.ts'
import { mailedNote } from './mailed-note.ts'

export const askForReset = askForMail((auth, email) => auth.resetPasswordForEmail(email, { redirectTo: backToAuth() }))

export const askForSignInLink = askForMail((auth, email) =>
  auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: backToAuth() } }),
)

/** Has a link mailed, and answers alike whether or not somebody has the address. */
function askForMail(ask: (auth: GoTrueClient, email: string) => Promise<{ error: unknown }>): PanelBehaviour {
  return (panel, { attempt }, signal) => {
    const sayMailed = mailedNote(panel)

    bringFormToLife(
      panel,
      async (value) => {
        const email = value('email')
        sayMailed(undefined)
        const isAsked = await attempt('Email not sent', async (auth) => {
          const { error } = await ask(auth, email)
          return { error: tellsWhoIsKnown(error) ? null : error }
        })
        if (isAsked) sayMailed(email)
        return 'staying'
      },
      signal,
    )
  }
}

/** Refusals of addresses the backend knows, or of those it does not: they must look like every other answer. */
const tellsWhoIsKnown = (error: unknown) =>
  isAuthApiError(error) && (error.code === 'over_email_send_rate_limit' || error.code === 'otp_disabled')
