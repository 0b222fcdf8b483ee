import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useWrite } from '../editing/use-write.ts'
import { isPowerful, roles } from '../me/role.ts'
import { nameOf } from '../people/person.tsx'
import { ActionSelect } from './action-select.tsx'
import { CareActions } from './care-actions.tsx'
import { ConfirmRoleDialog, type Grant } from './confirm-role-dialog.tsx'
import type { User } from './user.ts'
import { assignRole, removeRole } from './user-mutations.ts'

type UserActionsProps = { user: User; onReset: () => void; onDeactivate: () => void }

/** What a super admin may do with somebody else's account. */
export function UserActions({ user, onReset, onDeactivate }: UserActionsProps) {
  const [unconfirmed, setUnconfirmed] = useState<Grant>()

  const [assign, isAssigning] = useWrite(assignRole, { onSettled: () => setUnconfirmed(undefined) })
  const [remove, isRemoving] = useWrite(removeRole)

  const userId = user.id
  const isBusy = isAssigning || isRemoving
  const name = nameOf(user)
  return (
    <div className="flex flex-wrap items-center gap-1.5 folded:max-w-md unfolded:w-max unfolded:flex-nowrap">
      <ActionSelect
        action="Add role"
        label={`Add role to ${name}`}
        choices={roles.filter((role) => !user.roles.includes(role))}
        isBusy={isBusy}
        onChoose={(role) => (isPowerful(role) ? setUnconfirmed({ name, role }) : void assign({ userId, role }))}
      />
      <ActionSelect
        action="Remove role"
        label={`Remove role from ${name}`}
        choices={roles.filter((role) => user.roles.includes(role))}
        isBusy={isBusy}
        onChoose={(role) => void remove({ userId, role })}
      />
      <Button
        variant="outline"
        className="px-2.5 text-sm folded:grow unfolded:min-h-9"
        title="Reset Password"
        aria-label={`Reset Password of ${name}`}
        onClick={onReset}
      >
        <KeyRound aria-hidden className="not-tight:hidden" />
        <span className="tight:hidden">Reset Password</span>
      </Button>
      <CareActions user={user} onDeactivate={onDeactivate} />
      <ConfirmRoleDialog
        grant={unconfirmed}
        action="Assign Role"
        busyAction="Assigning..."
        isBusy={isAssigning}
        onConfirm={() => unconfirmed && void assign({ userId, role: unconfirmed.role })}
        onCancel={() => setUnconfirmed(undefined)}
      />
    </div>
  )
}
