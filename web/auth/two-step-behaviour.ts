import { bringFormToLife } from './auth-form-behaviour.ts'
import type { PanelBehaviour } from './door.ts'
import { keeper } from './door-session.ts'
import { welcome } from './welcome.ts'

export const typeCode: PanelBehaviour = (panel, { fail, attempt }, signal) => {
  const stepBack = () => {
    fail(undefined)
    void keeper.stepBack()
  }
  panel.querySelector('[data-step-back]')?.addEventListener('click', stepBack, { signal })

  bringFormToLife(
    panel,
    async (value, form) => {
      // As apps show them, in two groups of three.
      const code = value('code').replaceAll(/\s/g, '')
      const isProved = await attempt('Sign in failed', async ({ mfa }) => {
        const { data, error } = await mfa.listFactors()
        const [app] = data?.totp ?? []
        if (error || !app) return { error: error ?? new Error('Your authenticator app is gone. Please sign in again.') }
        return mfa.challengeAndVerify({ factorId: app.id, code })
      })
      form.reset()
      if (!isProved) {
        // The next one is typed at once, whether this one was sent from the field or by the button.
        form.querySelector('input')?.focus()
        return 'staying'
      }
      // Who came for a new password chooses it now.
      const session = keeper.current()
      if (session.status === 'signed-in' && session.isRecovering) return 'staying'
      welcome()
      return 'leaving'
    },
    signal,
  )
}
