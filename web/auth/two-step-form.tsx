import { Button } from '../ui/button.tsx'
import { AuthForm } from './auth-form.tsx'

/** The second step of signing in, for who has set up an authenticator app in their profile. */
export function TwoStepForm() {
  return (
    <>
      <AuthForm
        id="two-step"
        fields={[{ name: 'code', label: 'Code', type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' }]}
        action="Continue to Dashboard"
        busyAction="Checking..."
      />
      <Button variant="link" size="inline" className="justify-self-start text-sm" data-step-back>
        Sign in as somebody else
      </Button>
    </>
  )
}
