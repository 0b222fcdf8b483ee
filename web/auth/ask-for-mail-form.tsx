import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { AuthForm } from './auth-form.tsx'

export const ForgotPasswordForm = () => (
  <AskForMailForm
    id="forgot-password"
    title="Reset your password"
    promise="We will email you a link to choose a new one."
    link="a link to choose a new password"
    action="Send Reset Link"
  />
)

export const SignInLinkForm = () => (
  <AskForMailForm
    id="sign-in-link"
    title="Sign in without a password"
    promise="We will email you a link that signs you in, once."
    link="a sign-in link"
    action="Send Sign-In Link"
  />
)

type AskForMailFormProps = {
  /** Unique on the page. */
  id: string
  title: string
  promise: string
  link: string
  action: string
}

/** Asks where to mail a link. The answer never tells whether the address has an account. */
function AskForMailForm({ id, title, promise, link, action }: AskForMailFormProps) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h2 id={`${id}-title`} className="font-semibold text-lg">
          {title}
        </h2>
        <p className="text-ink-soft">{promise}</p>
      </div>
      <div hidden data-mailed>
        <Alert tone="info">
          If <strong data-address /> has an account, {link} is on its way.
        </Alert>
      </div>
      <AuthForm
        id={id}
        fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }]}
        action={action}
        busyAction="Sending..."
      />
      <Button variant="link" size="inline" className="justify-self-start text-sm" data-opens="sign-in">
        Back to sign in
      </Button>
    </div>
  )
}
