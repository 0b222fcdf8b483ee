import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { useMyProfile } from '../me/me-queries.ts'
import { isPowerful, type Role } from '../me/role.ts'
import { AgencyField, useChosenAgency } from '../people/agency-select.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { ConfirmRoleDialog, type Grant } from './confirm-role-dialog.tsx'
import { RoleField } from './role-field.tsx'
import { rolesToGive } from './user.ts'
import { type NewUser, newUserForm } from './user-form.ts'
import { addUser } from './user-mutations.ts'
import { userToasts } from './user-toasts.ts'

type Typed = z.input<typeof newUserForm>

const { TextField } = typedFormFields<Typed>()

const empty: Typed = { email: '', name: '', password: '', role: 'user', agencyId: '' }

const trigger = (
  <Button variant="outline">
    <UserPlus aria-hidden />
    Add User
  </Button>
)

/**
 * The dialog to add a user. What was typed, except the password, survives closing the dialog and the page; only Cancel
 * and success clear it.
 */
export function AddUserDialog({ held, agencyId }: { held: readonly Role[]; agencyId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState<Grant & { user: NewUser }>()
  const entity = useEntityForm({
    values: empty,
    schema: newUserForm,
    draft: 'new-user',
    secret: 'password',
    write: addUser,
    onSettled: () => setUnconfirmed(undefined),
    onDone: () => setOpen(false),
  })
  const { form, save, isBusy } = entity
  const { data: mine } = useMyProfile()
  const chosen = useChosenAgency(form, agencyId)

  function addOrAsk({ agencyId: _chosen, ...person }: NewUser) {
    // The caller's own agency is the default and is not sent.
    const isElsewhere = chosen !== undefined && chosen !== '' && chosen !== mine?.agency_id
    const user = { ...person, ...(isElsewhere && { agencyId: chosen }) }
    return isPowerful(user.role) ? setUnconfirmed({ name: user.name, role: user.role, user }) : save(user)
  }

  function toggle(next: boolean) {
    setOpen(next)
    if (!next) form.resetField('password')
  }

  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      onOpenChange={toggle}
      title="Add User"
      description="They can sign in right away with this email and password."
    >
      <EntityForm
        entity={entity}
        method="post"
        onSubmit={addOrAsk}
        onInvalid={complain}
        action="Add User"
        busyAction="Adding..."
      >
        <UserFields held={held} />
        <AgencyField chosen={chosen} />
      </EntityForm>
      <ConfirmRoleDialog
        grant={unconfirmed}
        action="Add User"
        busyAction="Adding..."
        isBusy={isBusy}
        onConfirm={() => unconfirmed && void save(unconfirmed.user)}
        onCancel={() => setUnconfirmed(undefined)}
      />
    </FormDialog>
  )
}

function complain({ email, name, password }: FieldErrors<Typed>) {
  const isMissing = email?.type === 'too_small' || name?.type === 'too_small' || password?.type === 'invalid_format'
  if (isMissing) toast.error(userToasts.missingFields)
  else if (password) toast.error(userToasts.passwordTooShort)
}

const UserFields = ({ held }: { held: readonly Role[] }) => (
  <>
    <TextField name="email" label="Email" type="email" required />
    <TextField name="name" label="Name" required />
    <TextField
      name="password"
      label="Password"
      type="password"
      hint="At least 6 characters."
      required
      autoComplete="new-password"
    />
    <RoleField roles={rolesToGive(held)} />
  </>
)
