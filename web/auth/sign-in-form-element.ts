import { AuthFormElement, type FormMarkup, type SubmitResult, type Values } from './auth-form-element.ts'
import { keeper } from './auth-page-session.ts'
import { welcome } from './welcome.ts'

/** Signs in by password. The session then changes, and the auth-door leads on. */
class SignInForm extends AuthFormElement {
  protected async send(value: Values): Promise<SubmitResult> {
    const isIn = await this.door.attempt('Sign in failed', (auth) =>
      auth.signInWithPassword({ email: value('email'), password: value('password') }),
    )
    const session = keeper.current()
    // A person who owes a code is welcomed after it.
    if (!isIn || (session.status === 'signed-in' && session.owesCode)) return 'staying'
    welcome()
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
