import { Button } from '../ui/button.tsx'
import { AuthForm } from './auth-form.tsx'
import { PanelLink } from './panel-link.tsx'

/** The second step of sign-in with an authenticator app. */
export function TwoStepForm() {
  return (
    <two-step-form className="grid gap-5" busy-action="Checking...">
      <AuthForm
        id="two-step"
        fields={[{ name: 'code', label: 'Code', type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' }]}
        action="Continue to Dashboard"
      />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        <span hidden data-part="recovery-offer">
          <PanelLink opens="recovery-code">Use a recovery code</PanelLink>
        </span>
        <StepBack />
      </div>
    </two-step-form>
  )
}

/** The second step with a recovery code, without the app. */
export function RecoveryCodeForm() {
  return (
    <recovery-code-form className="grid gap-5" busy-action="Checking...">
      <AuthForm
        id="recovery-code"
        fields={[{ name: 'code', label: 'Recovery code', type: 'text', autoComplete: 'off' }]}
        action="Continue to Dashboard"
      />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        <PanelLink opens="two-step">Use the app instead</PanelLink>
        <StepBack />
      </div>
    </recovery-code-form>
  )
}

function StepBack() {
  return (
    <Button variant="link" size="inline" className="justify-self-start text-sm" data-part="step-back">
      Sign in as someone else
    </Button>
  )
}
