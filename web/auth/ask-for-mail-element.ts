import { type GoTrueClient, isAuthApiError } from '@supabase/auth-js'
import { AuthFormElement, type FormMarkup, type SubmitResult, type Values } from './auth-form-element.ts'
import { backToAuth } from './back-to-auth.ts'
import { showMailedNote } from './mailed-note.ts'

/** Requests a mailed link, with the same answer for known and unknown addresses. */
abstract class AskForMailForm extends AuthFormElement {
  protected abstract ask(auth: GoTrueClient, email: string): Promise<{ error: unknown }>

  protected async send(value: Values): Promise<SubmitResult> {
    const email = value('email')
    showMailedNote(this, undefined)
    const isAsked = await this.door.attempt('Email not sent', async (auth) => {
      const { error } = await this.ask(auth, email)
      return { error: revealsAccount(error) ? null : error }
    })
    if (isAsked) showMailedNote(this, email)
    return 'staying'
  }
}

/** Errors that depend on whether the address is known, and must look like every other answer. */
const revealsAccount = (error: unknown) =>
  isAuthApiError(error) && (error.code === 'over_email_send_rate_limit' || error.code === 'otp_disabled')

class ForgotPasswordForm extends AskForMailForm {
  protected ask(auth: GoTrueClient, email: string) {
    return auth.resetPasswordForEmail(email, { redirectTo: backToAuth() })
  }
}

class SignInLinkForm extends AskForMailForm {
  protected ask(auth: GoTrueClient, email: string) {
    return auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: backToAuth() } })
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
