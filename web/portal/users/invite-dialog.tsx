import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { isPowerful, isSuperAdmin, type Role } from '../me/role.ts'
import { agencyNamesQuery } from '../people/agency-names-query.ts'
import { AgencyField, useChosenAgency } from '../people/agency-select.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { useNewDialog } from '../writes/use-new-dialog.ts'
import { ConfirmRoleDialog, type Grant } from './confirm-role-dialog.tsx'
import { RoleField } from './role-field.tsx'
import { rolesToInvite } from './user.ts'
import { type Invitation, invitationForm } from './user-form.ts'
import { inviteUser } from './user-mutations.ts'
import { userToasts } from './user-toasts.ts'

type Typed = z.input<typeof invitationForm>

const { TextField } = typedFormFields<Typed>()

const empty: Typed = { email: '', name: '', role: 'agency_staff', agencyId: '' }

type Variant = 'primary' | 'outline'
type InviteDialogProps = { held: readonly Role[]; agencyId?: string; variant?: Variant }

const trigger = (variant: Variant) => (
  <Button variant={variant}>
    <Mail aria-hidden />
    Invite
  </Button>
)

/**
 * The dialog that invites a colleague by mail, by default into the agency that the list is narrowed to. Inviting the
 * same address again sends a new link. What was typed survives closing the dialog.
 */
export function InviteDialog({ held, agencyId, variant = 'outline' }: InviteDialogProps) {
  const [isOpen, setOpen] = useNewDialog()
  const [unconfirmed, setUnconfirmed] = useState<Grant & { invitation: Invitation }>()
  const entity = useEntityForm({
    values: empty,
    schema: invitationForm,
    draft: 'new-invitation',
    write: inviteUser,
    onSettled: () => setUnconfirmed(undefined),
    onDone: () => setOpen(false),
  })
  const { form, save, isBusy } = entity
  const onlyAgency = useOnlyAgency(held)
  const chosen = useChosenAgency(form, agencyId)

  function inviteOrAsk({ agencyId: _chosen, ...person }: Invitation) {
    const place = chosen ?? onlyAgency ?? (isSuperAdmin(held) ? '' : undefined)
    if (place === '') {
      form.setError('agencyId', { message: 'Choose an agency.' })
      toast.error(userToasts.missingAgency)
      return
    }
    const invitation = { ...person, ...(place !== undefined && { agencyId: place }) }
    const { name, role } = person
    return isPowerful(role) ? setUnconfirmed({ name, role, invitation }) : save(invitation)
  }

  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger(variant)}
      onOpenChange={setOpen}
      title="Invite"
      description="They get an email with a link and choose their own password. If they haven’t accepted yet, they get a new link."
    >
      <EntityForm
        entity={entity}
        method="post"
        onSubmit={inviteOrAsk}
        onInvalid={complain}
        action="Send Invitation"
        busyAction="Sending..."
      >
        <TextField name="email" label="Email" type="email" required />
        <TextField name="name" label="Full Name" required />
        <RoleField roles={rolesToInvite(held)} />
        <AgencyField chosen={chosen} />
      </EntityForm>
      <ConfirmRoleDialog
        grant={unconfirmed}
        action="Send Invitation"
        busyAction="Sending..."
        isBusy={isBusy}
        onConfirm={() => unconfirmed && void save(unconfirmed.invitation)}
        onCancel={() => setUnconfirmed(undefined)}
      />
    </FormDialog>
  )
}

function complain({ email, name }: FieldErrors<Typed>) {
  if (email?.type === 'too_small' || name?.type === 'too_small') toast.error(userToasts.missingInvitation)
}

/** The only agency, for a super admin without an agency of their own, who then need not choose. */
function useOnlyAgency(held: readonly Role[]): string | undefined {
  const { data: agencies } = useQuery({ ...agencyNamesQuery(), enabled: isSuperAdmin(held) })
  return agencies?.length === 1 ? agencies[0]?.id : undefined
}
