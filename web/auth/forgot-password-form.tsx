import { isAuthApiError } from '@supabase/supabase-js'
import { useState } from 'react'
import { messageOf } from '../lib/errors.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { AuthForm } from './auth-form.tsx'
import { NO_ANSWER } from './messages.ts'
import { sessionClient } from './session.ts'

type ForgotPasswordFormProps = { onFailure: (message: string | undefined) => void; onBack: () => void }

/** Asks for the mail that leads to a new password. The answer never tells whether the address has an account. */
export function ForgotPasswordForm({ onFailure, onBack }: ForgotPasswordFormProps) {
  const [askedFor, setAskedFor] = useState<string>()

  async function askForMail(value: (name: string) => string) {
    onFailure(undefined)
    setAskedFor(undefined)
    try {
      const client = await sessionClient()
      const redirectTo = `${window.location.origin}/auth`
      const { error } = await client.auth.resetPasswordForEmail(value('email'), { redirectTo })
      if (error && !wasMailedJustNow(error)) throw error
      setAskedFor(value('email'))
    } catch (error) {
      const message = messageOf(error, NO_ANSWER)
      onFailure(message)
      toast.error({ title: 'Email not sent', description: message })
    }
  }

  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg">Reset your password</h2>
        <p className="text-ink-soft">We will email you a link to choose a new one.</p>
      </div>
      {askedFor !== undefined && (
        <Alert tone="info">
          If <strong>{askedFor}</strong> has an account, a link to choose a new password is on its way.
        </Alert>
      )}
      <AuthForm
        fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }]}
        action="Send Reset Link"
        busyAction="Sending..."
        onSubmit={askForMail}
      />
      <Button variant="link" size="inline" className="justify-self-start text-sm" onClick={onBack}>
        Back to sign in
      </Button>
    </div>
  )
}

/** The backend says so only of addresses it knows, so it must look like every other answer. */
const wasMailedJustNow = (error: unknown) => isAuthApiError(error) && error.code === 'over_email_send_rate_limit'
