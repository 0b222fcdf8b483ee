import { AuthFormElement, type FormMarkup, type ReadField, type SubmitResult } from './auth-form-element.ts'
import { sessionKeeper } from './auth-page-session.ts'
import { showWelcomeToast } from './welcome-toast.ts'

/** Signs in by password. The auth-area follows the session and leads on. */
class SignInForm extends AuthFormElement {
  protected async send(value: ReadField): Promise<SubmitResult> {
    const isIn = await this.area.attempt('Sign in failed', (auth) =>
      auth.signInWithPassword({ email: value('email'), password: value('password') }),
    )
    const session = sessionKeeper.current()
    // A person with a second step is welcomed after that step.
    if (!isIn || (session.status === 'signed-in' && session.owesCode)) return 'staying'
    showWelcomeToast()
    return 'leaving'
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'sign-in-form': FormMarkup
    }
  }
}

customElements.define('sign-in-form', SignInForm)
