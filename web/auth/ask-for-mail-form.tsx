import { Alert } from '../ui/alert.tsx'
import { AuthForm } from './auth-form.tsx'
import { PanelLink } from './panel-link.tsx'

export const ForgotPasswordForm = () => (
  <forgot-password-form className="grid gap-5" busy-action="Sending...">
    <AskForMailForm id="forgot-password" link="a link to choose a new password" action="Send Reset Link" />
  </forgot-password-form>
)

export const SignInLinkForm = () => (
  <sign-in-link-form className="grid gap-5" busy-action="Sending...">
    <AskForMailForm id="sign-in-link" link="a sign-in link" action="Send Sign-In Link" />
  </sign-in-link-form>
)

type AskForMailFormProps = {
  /** The id of the form, unique on the page. */
  id: string
  link: string
  action: string
}

/** A form for the address to which a link is mailed. The answer never reveals whether the address has an account. */
function AskForMailForm({ id, link, action }: AskForMailFormProps) {
  return (
    <>
      <div hidden data-part="mailed">
        <Alert tone="info">
          <p>
            If <strong data-part="mailed-to" /> has an account, {link} is on its way.
          </p>
          <p>If none comes, look among spam, or try again in an hour.</p>
        </Alert>
      </div>
      <AuthForm
        id={id}
        fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }]}
        action={action}
      />
      <PanelLink opens="sign-in">Back to sign in</PanelLink>
    </>
  )
}
