import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { AuthForm } from './auth-form.tsx'

export const ForgotPasswordForm = () => (
  <AskForMailForm id="forgot-password" link="a link to choose a new password" action="Send Reset Link" />
)

export const SignInLinkForm = () => (
  <AskForMailForm id="sign-in-link" link="a sign-in link" action="Send Sign-In Link" />
)

type AskForMailFormProps = {
  /** Unique on the page. */
  id: string
  link: string
  action: string
}

/** Asks where to mail a link. The answer never tells whether the address has an account. */
function AskForMailForm({ id, link, action }: AskForMailFormProps) {
  return (
    <>
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
    </>
  )
}
