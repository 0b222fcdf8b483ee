import { isAuthApiError } from '@supabase/auth-js'
import { bringFormToLife } from './auth-form-behaviour.ts'
import type { PanelBehaviour } from './door.ts'
import { mailedNote } from './mailed-note.ts'

export const askForReset: PanelBehaviour = (panel, { attempt }, signal) => {
  const sayMailed = mailedNote(panel)

  bringFormToLife(
    panel,
    async (value) => {
      const email = value('email')
      sayMailed(undefined)
      const isAsked = await attempt('Email not sent', async (auth) => {
        const { error } = await auth.resetPasswordForEmail(email, { redirectTo: `${window.location.origin}/auth` })
        return { error: wasMailedJustNow(error) ? null : error }
      })
      if (isAsked) sayMailed(email)
      return 'staying'
    },
    signal,
  )
}

/** The backend says so only of addresses it knows, so it must look like every other answer. */
const wasMailedJustNow = (error: unknown) => isAuthApiError(error) && error.code === 'over_email_send_rate_limit'
