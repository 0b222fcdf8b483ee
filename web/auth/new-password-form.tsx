import { messageOf } from '../lib/errors.ts'
import { toast } from '../ui/toast.ts'
import { AuthForm } from './auth-form.tsx'
import { NO_ANSWER } from './messages.ts'
import { finishRecovery, sessionClient } from './session.ts'

type NewPasswordFormProps = { email: string; onFailure: (message: string | undefined) => void }

/** Where the mail for a forgotten password leads: signed in by its link, and a new password to choose. */
export function NewPasswordForm({ email, onFailure }: NewPasswordFormProps) {
  async function setPassword(value: (name: string) => string) {
    onFailure(undefined)
    const password = value('password')
    if (password !== value('confirmation')) {
      onFailure('Passwords do not match. Please make sure both password fields match.')
      return
    }
    try {
      const client = await sessionClient()
      const { error } = await client.auth.updateUser({ password })
      if (error) throw error
      toast.success({ title: 'Password updated', description: 'You are signed in with your new password.' })
      finishRecovery()
    } catch (error) {
      const message = messageOf(error, NO_ANSWER)
      onFailure(message)
      toast.error({ title: 'Password not updated', description: message })
    }
  }

  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg">Choose a new password</h2>
        <p className="break-words text-ink-soft">For {email}.</p>
      </div>
      <AuthForm
        fields={[
          {
            name: 'password',
            label: 'New Password',
            type: 'password',
            autoComplete: 'new-password',
            hint: 'At least 6 characters.',
          },
          { name: 'confirmation', label: 'Confirm New Password', type: 'password', autoComplete: 'new-password' },
        ]}
        action="Set New Password"
        busyAction="Saving..."
        onSubmit={setPassword}
      />
    </div>
  )
}
