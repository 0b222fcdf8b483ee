import { useState } from 'react'
import { messageOf } from '../lib/errors.ts'
import { useSingleFlight } from '../lib/use-single-flight.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { AuthForm } from './auth-form.tsx'
import { NO_ANSWER } from './messages.ts'
import { sessionClient } from './session.ts'

export function SignUpForm({ onFailure }: { onFailure: (message: string | undefined) => void }) {
  const [mailedTo, setMailedTo] = useState<string>()

  async function signUp(value: (name: string) => string, form: HTMLFormElement) {
    onFailure(undefined)
    try {
      const client = await sessionClient()
      const { error } = await client.auth.signUp({
        email: value('email'),
        password: value('password'),
        options: { data: { name: value('name') }, emailRedirectTo: window.location.origin },
      })
      if (error) throw error
      toast.success({ title: 'Welcome!', description: 'Please check your email to verify your account.' })
      setMailedTo(value('email'))
      form.reset()
    } catch (error) {
      const message = messageOf(error, NO_ANSWER)
      onFailure(message)
      toast.error({ title: 'Sign up failed', description: message })
    }
  }

  return (
    <div className="grid gap-5">
      {mailedTo !== undefined && <MailOnItsWay to={mailedTo} />}
      <AuthForm
        fields={[
          { name: 'name', label: 'Full Name', type: 'text', autoComplete: 'name' },
          { name: 'email', label: 'Email Address', type: 'email', autoComplete: 'email' },
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autoComplete: 'new-password',
            hint: 'At least 6 characters.',
          },
        ]}
        action="Create Account"
        busyAction="Creating Account..."
        onSubmit={signUp}
      />
    </div>
  )
}

/** The mail is the only way in, and mails get lost: it can be asked for again. */
function MailOnItsWay({ to }: { to: string }) {
  const [resend, isBusy] = useSingleFlight(async () => {
    const failed = (error: unknown) =>
      toast.error({ title: 'Email not sent', description: messageOf(error, NO_ANSWER) })
    try {
      const client = await sessionClient()
      const options = { emailRedirectTo: window.location.origin }
      const { error } = await client.auth.resend({ type: 'signup', email: to, options })
      if (error) failed(error)
      else toast.success({ title: 'Email sent', description: `Look for it at ${to}.` })
    } catch (error) {
      failed(error)
    }
  })

  return (
    <Alert tone="info">
      <p>
        We sent a link to <strong>{to}</strong>. Open it to verify your account and sign in.
      </p>
      <Button
        variant="link"
        size="inline"
        className="mt-1 text-current text-sm"
        disabled={isBusy}
        onClick={() => void resend()}
      >
        Send it again
      </Button>
    </Alert>
  )
}
