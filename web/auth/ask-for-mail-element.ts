import { type GoTrueClient, isAuthApiError } from '@supabase/auth-js'
import { authAddress } from './auth-address.ts'
import { AuthFormElement, type FormMarkup, type ReadField, type SubmitResult } from './auth-form-element.ts'
import { showMailSentNote } from './mail-sent-note.ts'

/** Requests a mailed link, with the same answer for known and unknown addresses. */
abstract class AskForMailForm extends AuthFormElement {
  protected abstract ask(auth: GoTrueClient, email: string): Promise<{ error: unknown }>

  protected async send(value: ReadField): Promise<SubmitResult> {
    const email = value('email')
    showMailSentNote(this, undefined)
    const isAsked = await this.area.attempt('Email not sent', async (auth) => {
      const { error } = await this.ask(auth, email)
      return { error: revealsAccount(error) ? null : error }
    })
    if (isAsked) showMailSentNote(this, email)
    return 'staying'
  }
}

/**
 * Whether an error depends on the address being known. Such an error is hidden, since it would reveal who has an account.
 */
const revealsAccount = (error: unknown) =>
  isAuthApiError(error) && (error.code === 'over_email_send_rate_limit' || error.code === 'otp_disabled')

class ForgotPasswordForm extends AskForMailForm {
  protected ask(auth: GoTrueClient, email: string) {
    return auth.resetPasswordForEmail(email, { redirectTo: authAddress() })
  }
}

class SignInLinkForm extends AskForMailForm {
  protected ask(auth: GoTrueClient, email: string) {
    return auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: authAddress() } })
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'forgot-password-form': FormMarkup
      'sign-in-link-form': FormMarkup
    }
  }
}

customElements.define('forgot-password-form', ForgotPasswordForm)
customElements.define('sign-in-link-form', SignInLinkForm)
