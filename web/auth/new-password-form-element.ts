import { showToastOnNextPage } from '../ui/next-page-toast.ts'
import { AuthFormElement, type FormMarkup, type SubmitResult, type Values } from './auth-form-element.ts'
import { keeper } from './auth-page-session.ts'

/** Sets the password after a recovery mail. */
class NewPasswordForm extends AuthFormElement {
  protected async send(value: Values): Promise<SubmitResult> {
    const password = value('password')
    if (password !== value('confirmation')) {
      this.door.fail('Passwords do not match. Please make sure both password fields match.')
      return 'staying'
    }
    const isSet = await this.door.attempt('Password not updated', (auth) => auth.updateUser({ password }))
    if (!isSet) return 'staying'
    showToastOnNextPage({ title: 'Password updated', description: 'You are signed in with your new password.' })
    keeper.finishRecovery()
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
