import { Button } from '../ui/button.tsx'
import { AuthForm } from './auth-form.tsx'

export function SignInForm() {
  return (
    <AuthForm
      id="sign-in"
      fields={[
        { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
      ]}
      action="Sign In to Dashboard"
      busyAction="Signing In..."
    >
      <Button
        variant="link"
        size="inline"
        className="justify-self-start text-sm disabled:opacity-100"
        disabled
        data-opens="forgot-password"
      >
        Forgot password?
      </Button>
    </AuthForm>
  )
}
