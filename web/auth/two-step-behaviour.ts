import type { GoTrueClient } from '@supabase/auth-js'
import { bringFormToLife } from './auth-form-behaviour.ts'
import type { PanelBehaviour } from './door.ts'
import { keeper } from './door-session.ts'
import { welcome } from './welcome.ts'

/** The code of an authenticator app. Codes on paper are offered to who has some. */
export const typeCode: PanelBehaviour = (panel, door, signal) => {
  const offer = panel.querySelector<HTMLElement>('[data-recovery-offer]')
  const draw = () => {
    const session = keeper.current()
    if (offer) offer.hidden = session.status !== 'signed-in' || !session.hasRecoveryCodes
  }
  signal.addEventListener('abort', keeper.subscribe(draw))
  draw()
  proveByApp(panel, door, signal)
}

const proveByApp = secondStep(async ({ mfa }, code) => {
  const { data, error } = await mfa.listFactors()
  const [app] = data?.totp ?? []
  if (error || !app) return { error: error ?? new Error('Your authenticator app is gone. Please sign in again.') }
  return mfa.challengeAndVerify({ factorId: app.id, code })
})

/** A code that somebody kept on paper. */
export const typeRecoveryCode = secondStep(({ mfa }, code) => mfa.recoveryCodes.verify({ code }))

function secondStep(prove: (auth: GoTrueClient, code: string) => Promise<{ error: unknown }>): PanelBehaviour {
  return (panel, { fail, attempt }, signal) => {
    const stepBack = () => {
      fail(undefined)
      void keeper.stepBack()
    }
    panel.querySelector('[data-step-back]')?.addEventListener('click', stepBack, { signal })

    bringFormToLife(
      panel,
      async (value, form) => {
        // As apps and lists show them, in groups.
        const code = value('code').replaceAll(/\s/g, '')
        const isProved = await attempt('Sign in failed', (auth) => prove(auth, code))
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
}
