import type { GoTrueClient } from '@supabase/auth-js'
import { findPart } from '../ui/page-element.ts'
import { AuthFormElement, type FormMarkup, type ReadField, type SubmitResult } from './auth-form-element.ts'
import { sessionKeeper } from './auth-page-session.ts'
import { showWelcomeToast } from './welcome-toast.ts'

/** The second step of sign-in: a code, or signing out to use another account. */
abstract class SecondStepForm extends AuthFormElement {
  protected abstract prove(auth: GoTrueClient, code: string): Promise<{ error: unknown }>

  protected override enter(signal: AbortSignal) {
    super.enter(signal)
    const stepBack = () => {
      this.area.fail(undefined)
      void sessionKeeper.stepBack()
    }
    findPart(this, 'step-back').addEventListener('click', stepBack, { signal })
  }

  protected async send(value: ReadField, form: HTMLFormElement): Promise<SubmitResult> {
    // Authenticator apps and lists of recovery codes show codes in groups, so blanks are removed.
    const code = value('code').replaceAll(/\s/g, '')
    const isProved = await this.area.attempt('Sign in failed', (auth) => this.prove(auth, code))
    form.reset()
    if (!isProved) {
      // The focus returns to the field for the next attempt, even after a click on the button.
      form.querySelector('input')?.focus()
      return 'staying'
    }
    // A person who came by a recovery link chooses the new password after the second step.
    const session = sessionKeeper.current()
    if (session.status === 'signed-in' && session.isRecovering) return 'staying'
    showWelcomeToast()
    return 'leaving'
  }
}

/** The code of an authenticator app. Recovery codes are offered if the person has some. */
class TwoStepForm extends SecondStepForm {
  protected override enter(signal: AbortSignal) {
    super.enter(signal)
    const draw = () => {
      const session = sessionKeeper.current()
      findPart(this, 'recovery-offer').hidden = session.status !== 'signed-in' || !session.hasRecoveryCodes
    }
    signal.addEventListener('abort', sessionKeeper.subscribe(draw))
    draw()
  }

  protected async prove({ mfa }: GoTrueClient, code: string) {
    const { data, error } = await mfa.listFactors()
    const [app] = data?.totp ?? []
    if (error || !app)
      return { error: error ?? new Error('Your authenticator app is no longer set up. Please sign in again.') }
    return mfa.challengeAndVerify({ factorId: app.id, code })
  }
}

/** The form for a recovery code, which replaces the code of an authenticator app. */
class RecoveryCodeForm extends SecondStepForm {
  protected prove({ mfa }: GoTrueClient, code: string) {
    return mfa.recoveryCodes.verify({ code })
  }
}

declare global {
  interface ElementParts {
    'step-back': HTMLButtonElement
    'recovery-offer': HTMLElement
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'two-step-form': FormMarkup
      'recovery-code-form': FormMarkup
    }
  }
}

customElements.define('two-step-form', TwoStepForm)
customElements.define('recovery-code-form', RecoveryCodeForm)
