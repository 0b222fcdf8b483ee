import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { isPowerful, roles } from '../me/role.ts'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import { AccountActionButton } from './account-action-button.tsx'
import { type AccountAction, AccountActions } from './account-actions.tsx'
import { ActionSelect } from './action-select.tsx'
import { ConfirmRoleDialog, type Grant } from './confirm-role-dialog.tsx'
import type { User } from './user.ts'
import { assignRole, removeRole } from './user-mutations.ts'

type UserActionsProps = { user: User; onAction: (action: AccountAction) => void }

/** The actions of a super admin on another account. */
export function UserActions({ user, onAction }: UserActionsProps) {
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
      {user.invitedAt === null && (
        <AccountActionButton
          text="Reset Password"
          Icon={KeyRound}
          label={`Reset Password of ${name}`}
          onClick={() => onAction('reset')}
        />
      )}
      <AccountActions user={user} onAction={onAction} />
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
