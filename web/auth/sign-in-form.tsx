import { AuthForm } from './auth-form.tsx'
import { PanelLink } from './panel-link.tsx'

export function SignInForm() {
  return (
    <sign-in-form className="contents" busy-action="Signing In...">
      <AuthForm
        id="sign-in"
        fields={[
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
          { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
        ]}
        action="Sign In to Dashboard"
      >
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
          <PanelLink opens="forgot-password">Forgot password?</PanelLink>
          <PanelLink opens="sign-in-link">Email me a sign-in link</PanelLink>
        </div>
      </AuthForm>
    </sign-in-form>
  )
}
