import { rememberFocus } from '../lib/remember-focus.ts'
import { toast } from '../ui/toast.ts'
import { bringFormToLife } from './auth-form-behaviour.ts'
import type { PanelBehaviour } from './door.ts'
import { failureOf } from './door-session.ts'
import { mailedNote } from './mailed-note.ts'

export const signUp: PanelBehaviour = (panel, { attempt }, signal) => {
  const sayMailed = mailedNote(panel)
  let mailedTo = ''

  bringFormToLife(
    panel,
    async (value, form) => {
      const email = value('email')
      const options = { data: { name: value('name') }, emailRedirectTo: window.location.origin }
      const isMade = await attempt('Sign up failed', (auth) =>
        auth.signUp({ email, password: value('password'), options }),
      )
      if (!isMade) return 'staying'
      toast.success({ title: 'Welcome!', description: 'Please check your email to verify your account.' })
      mailedTo = email
      sayMailed(email)
      form.reset()
      return 'staying'
    },
    signal,
  )

  const again = panel.querySelector<HTMLButtonElement>('[data-resend]')
  again?.addEventListener('click', () => void resend(again, mailedTo), { signal })
}

async function resend(button: HTMLButtonElement, email: string) {
  const giveFocusBack = rememberFocus(button)
  button.disabled = true
  const failure = await failureOf((auth) =>
    auth.resend({ type: 'signup', email, options: { emailRedirectTo: window.location.origin } }),
  )
  if (failure === undefined) toast.success({ title: 'Email sent', description: `Look for it at ${email}.` })
  else toast.error({ title: 'Email not sent', description: failure })
  button.disabled = false
  giveFocusBack()
}
