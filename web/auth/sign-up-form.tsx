import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { AuthForm } from './auth-form.tsx'

export function SignUpForm() {
  return (
    <sign-up-form className="grid gap-5" busy-action="Creating Account...">
      <MailOnItsWay />
      <AuthForm
        id="sign-up"
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
      />
    </sign-up-form>
  )
}

/** Mails get lost, and the link is the only way in, so it can be requested again. */
function MailOnItsWay() {
  return (
    <div hidden data-part="mailed">
      <Alert tone="info">
        <p>
          We sent a link to <strong data-part="mailed-to" />. Open it to verify your account and sign in.
        </p>
        <Button variant="link" size="inline" className="mt-1 text-current text-sm" data-part="resend">
          Send it again
        </Button>
      </Alert>
    </div>
  )
}
