import type { ReactNode } from 'react'
import { Alert } from '../ui/alert.tsx'
import { AuthForm } from './auth-form.tsx'
import { PanelLink } from './panel-link.tsx'

export const ConfirmAddressForm = () => (
  <AddressLinkForm id="confirm-address" action="Confirm This Address" busyAction="Confirming...">
    Done. You sign in with <strong data-part="address" /> from now on.
  </AddressLinkForm>
)

export const UndoAddressForm = () => (
  <AddressLinkForm id="undo-address" action="Undo the Change" busyAction="Undoing...">
    Done. The account has the address <strong data-part="address" /> again, and everybody is signed out.
  </AddressLinkForm>
)

type AddressLinkFormProps = { id: string; action: string; busyAction: string; children: ReactNode }

function AddressLinkForm({ id, action, busyAction, children }: AddressLinkFormProps) {
  return (
    <address-link-form className="grid gap-5" busy-action={busyAction}>
      <AuthForm id={id} fields={[]} action={action} />
      <div hidden data-part="done" tabIndex={-1} className="grid gap-5 outline-none [[hidden]]:hidden">
        <Alert tone="info">{children}</Alert>
        <div hidden data-part="password-lost" className="grid gap-2 [[hidden]]:hidden">
          <p>The password was changed meanwhile, so that it is not valid any more.</p>
          <PanelLink opens="forgot-password">Choose a new password</PanelLink>
        </div>
      </div>
      <PanelLink opens="sign-in">Sign in</PanelLink>
    </address-link-form>
  )
}
