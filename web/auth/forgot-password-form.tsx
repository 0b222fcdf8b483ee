import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { AuthForm } from './auth-form.tsx'

/** Asks for the mail that leads to a new password. The answer never tells whether the address has an account. */
export function ForgotPasswordForm() {
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg">Reset your password</h2>
        <p className="text-ink-soft">We will email you a link to choose a new one.</p>
      </div>
      <div hidden data-mailed>
        <Alert tone="info">
          If <strong data-address /> has an account, a link to choose a new password is on its way.
        </Alert>
      </div>
      <AuthForm
        id="forgot-password"
        fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }]}
        action="Send Reset Link"
        busyAction="Sending..."
      />
      <Button variant="link" size="inline" className="justify-self-start text-sm" data-opens="sign-in">
        Back to sign in
      </Button>
    </div>
  )
}
