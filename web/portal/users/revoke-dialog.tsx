import { useRef } from 'react'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { User } from './user.ts'
import { revokeInvitation } from './user-mutations.ts'

/** The dialog that asks before an invitation is revoked. It is open while there is a person. */
export function RevokeDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  // The last person is kept so that the text stays while the dialog fades out.
  const shown = useRef(user)
  shown.current = user ?? shown.current
  const [revoke, isBusy] = useWrite(revokeInvitation, { onSettled: onClose })
  return (
    <ConfirmDialog
      isOpen={user !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={shown.current ? `Revoke the invitation of ${nameOf(shown.current)}?` : ''}
      description="The link in the email stops working, and the account prepared for them is removed. You can invite them again."
      action="Revoke"
      busyAction="Revoking..."
      isBusy={isBusy}
      onConfirm={() => user && void revoke(user.id)}
    />
  )
}
