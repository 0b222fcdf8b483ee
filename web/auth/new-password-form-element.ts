import { showToastOnNextPage } from '../ui/next-page-toast.ts'
import { AuthFormElement, type FormMarkup, type ReadField, type SubmitResult } from './auth-form-element.ts'
import { sessionKeeper } from './auth-page-session.ts'

/** Sets the password after a recovery mail. */
class NewPasswordForm extends AuthFormElement {
  protected async send(value: ReadField): Promise<SubmitResult> {
    const password = value('password')
    if (password !== value('confirmation')) {
      this.area.fail('Passwords do not match. Please make sure both password fields match.')
      return 'staying'
    }
    const isSet = await this.area.attempt('Password not updated', (auth) => auth.updateUser({ password }))
    if (!isSet) return 'staying'
    showToastOnNextPage({ title: 'Password updated', description: 'You are signed in with your new password.' })
    sessionKeeper.finishRecovery()
    return 'leaving'
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'new-password-form': FormMarkup
    }
  }
}

customElements.define('new-password-form', NewPasswordForm)
