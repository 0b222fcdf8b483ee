import { isSuperAdmin, type Role } from '../me/role.ts'
import type { AccountAction } from './account-actions.tsx'
import { ChangeAddressDialog } from './change-address-dialog.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import type { User } from './user.ts'

type UserDialogsProps = {
  open: { action: AccountAction; user: User } | undefined
  held: readonly Role[]
  onClose: () => void
}

/** The dialogs that ask before something is done to an account. */
export default function UserDialogs({ open, held, onClose }: UserDialogsProps) {
  const about = (action: AccountAction) => (open?.action === action ? open.user : undefined)
  return (
    <>
      <DeactivateDialog user={about('deactivate')} mayReassign={isSuperAdmin(held)} onClose={onClose} />
      <ChangeAddressDialog user={about('address')} onClose={onClose} />
      <RevokeDialog user={about('revoke')} onClose={onClose} />
      <ResetPasswordDialog user={about('reset')} onClose={onClose} />
    </>
  )
}
