import { rememberFocus } from '../lib/remember-focus.ts'
import { findPart } from '../ui/page-element.ts'
import { toast } from '../ui/toast.ts'
import { AuthFormElement, type FormMarkup, type ReadField, type SubmitResult } from './auth-form-element.ts'
import { sendAuthRequest } from './auth-page-session.ts'
import { showMailSentNote } from './mail-sent-note.ts'

/** Creates an account. The confirmation mail can be requested again. */
class SignUpForm extends AuthFormElement {
  #mailedTo = ''

  protected override enter(signal: AbortSignal) {
    super.enter(signal)
    findPart(this, 'resend').addEventListener('click', () => void this.#resend(), { signal })
  }

  protected async send(value: ReadField, form: HTMLFormElement): Promise<SubmitResult> {
    const email = value('email')
    const options = { data: { name: value('name') }, emailRedirectTo: window.location.origin }
    const isMade = await this.area.attempt('Sign up failed', (auth) =>
      auth.signUp({ email, password: value('password'), options }),
    )
    if (!isMade) return 'staying'
    toast.success({ title: 'Welcome!', description: 'Please check your email to verify your account.' })
    this.#mailedTo = email
    showMailSentNote(this, email)
    form.reset()
    return 'staying'
  }

  async #resend() {
    const button = findPart(this, 'resend')
    const email = this.#mailedTo
    const giveFocusBack = rememberFocus(button)
    button.disabled = true
    const failure = await sendAuthRequest((auth) =>
      auth.resend({ type: 'signup', email, options: { emailRedirectTo: window.location.origin } }),
    )
    if (failure === undefined) toast.success({ title: 'Email sent', description: `Look for it at ${email}.` })
    else toast.error({ title: 'Email not sent', description: failure })
    button.disabled = false
    giveFocusBack()
  }
}

declare global {
  interface ElementParts {
    resend: HTMLButtonElement
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'sign-up-form': FormMarkup
    }
  }
}

customElements.define('sign-up-form', SignUpForm)
