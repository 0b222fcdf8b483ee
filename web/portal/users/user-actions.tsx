import { useState } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import { isPowerful, type Role, roles } from '../me/role.ts'
import { nameOf } from '../people/person.tsx'
import { ActionSelect } from './action-select.tsx'
import { ConfirmRoleDialog, type Grant } from './confirm-role-dialog.tsx'
import type { User } from './user.ts'
import { useAssignRole, useRemoveRole } from './user-mutations.ts'

/** What a super admin may do with somebody else's account. */
export function UserActions({ user, onReset }: { user: User; onReset: () => void }) {
  const { mutateAsync: assignRole } = useAssignRole()
  const { mutateAsync: removeRole } = useRemoveRole()
  const [unconfirmed, setUnconfirmed] = useState<Grant>()

  const [assign, isAssigning] = useSingleFlight(async (role: Role) => {
    try {
      await assignRole({ userId: user.id, role })
      toast.success(catalogue.users.roleAssigned)
    } catch {
      toast.error(catalogue.users.roleAssignmentFailed)
    }
    setUnconfirmed(undefined)
  })
  const [remove, isRemoving] = useSingleFlight(async (role: Role) => {
    try {
      await removeRole({ userId: user.id, role })
      toast.success(catalogue.users.roleRemoved)
    } catch {
      toast.error(catalogue.users.roleRemovalFailed)
    }
  })

  const isBusy = isAssigning || isRemoving
  const name = nameOf(user)
  return (
    <div className="flex flex-wrap items-center gap-2 @max-[44rem]:max-w-md @min-[58rem]:w-max @min-[58rem]:flex-nowrap">
      <ActionSelect
        action="Add role"
        label={`Add role to ${name}`}
        choices={roles.filter((role) => !user.roles.includes(role))}
        isBusy={isBusy}
        onChoose={(role) => (isPowerful(role) ? setUnconfirmed({ name, role }) : void assign(role))}
      />
      <ActionSelect
        action="Remove role"
        label={`Remove role from ${name}`}
        choices={roles.filter((role) => user.roles.includes(role))}
        isBusy={isBusy}
        onChoose={(role) => void remove(role)}
      />
      <Button
        variant="outline"
        className="px-3 text-sm @max-[44rem]:w-full"
        aria-label={`Reset Password of ${name}`}
        onClick={onReset}
      >
        Reset Password
      </Button>
      <ConfirmRoleDialog
        grant={unconfirmed}
        action="Assign Role"
        busyAction="Assigning..."
        isBusy={isAssigning}
        onConfirm={() => unconfirmed && void assign(unconfirmed.role)}
        onCancel={() => setUnconfirmed(undefined)}
      />
    </div>
  )
}
