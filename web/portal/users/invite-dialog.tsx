import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { EmailInput, Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { isPowerful, isSuperAdmin, type Role, rolesInALine } from '../me/role.ts'
import { agencyNamesQuery } from '../people/agency-names-query.ts'
import { AgencySelect, useAgencySuggestion } from '../people/agency-select.tsx'
import { useDraft } from '../writes/use-draft.ts'
import { useNewDialog } from '../writes/use-new-dialog.ts'
import { useWrite } from '../writes/use-write.ts'
import { ConfirmRoleDialog, type Grant } from './confirm-role-dialog.tsx'
import { RoleOptions } from './role-options.tsx'
import { rolesToInvite } from './user.ts'
import { type Invitation, invitationForm } from './user-form.ts'
import { inviteUser } from './user-mutations.ts'
import { userToasts } from './user-toasts.ts'

type Typed = z.input<typeof invitationForm>

const empty: Typed = { email: '', name: '', role: 'agency_staff', agencyId: '' }

/** Asks a colleague in by mail, into the agency that the list is narrowed to unless it is said otherwise; the same address again sends a new link. What was typed outlives the dialog. */
export function InviteDialog({ held, agencyId }: { held: readonly Role[]; agencyId?: string }) {
  const [isOpen, setOpen] = useNewDialog(...inAddress)
  const form = useForm<Typed, unknown, Invitation>({ defaultValues: empty, resolver: zodResolver(invitationForm) })
  const { register, control, handleSubmit, reset, setError, clearErrors, setValue, formState } = form
  const forgetDraft = useDraft(form, 'new-invitation')
  useInviteeAskedFor(form)
  const [unconfirmed, setUnconfirmed] = useState<Grant & { invitation: Invitation }>()
  const onlyAgency = useOnlyAgency(held)
  const suggested = useAgencySuggestion(agencyId)
  const chosen = useWatch({ control, name: 'agencyId' }) || suggested

  const [invite, isBusy] = useWrite(inviteUser, { onSuccess: close, onSettled: () => setUnconfirmed(undefined) })

  function inviteOrAsk({ agencyId: _chosen, ...person }: Invitation) {
    const place = chosen ?? onlyAgency ?? (isSuperAdmin(held) ? '' : undefined)
    if (place === '') {
      setError('agencyId', { message: 'Choose an agency.' })
      toast.error(userToasts.missingAgency)
      return
    }
    const invitation = { ...person, ...(place !== undefined && { agencyId: place }) }
    const { name, role } = person
    return isPowerful(role) ? setUnconfirmed({ name, role, invitation }) : invite(invitation)
  }

  function close() {
    setOpen(false)
    reset(empty)
    forgetDraft()
  }

  function complain({ email, name }: FieldErrors<Typed>) {
    if (email?.type === 'too_small' || name?.type === 'too_small') toast.error(userToasts.missingInvitation)
  }

  const { errors } = formState
  const role = useWatch({ control, name: 'role' })
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !isBusy && setOpen(next)}>
      <DialogTrigger asChild>
        <Button variant="outline">
          <Mail aria-hidden />
          Invite
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Invite"
        description="They get a mail with a link, and choose their own password. Who has not accepted yet gets a new link."
      >
        <form method="post" noValidate onSubmit={handleSubmit(inviteOrAsk, complain)} className="grid gap-4">
          <Field label="Email" error={errors.email?.message}>
            {(control) => <EmailInput {...control} {...register('email')} required />}
          </Field>
          <Field label="Full Name" error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} required autoComplete="off" />}
          </Field>
          <Field label="Role" error={errors.role?.message} hint={rolesInALine[role]}>
            {(control) => (
              <Select {...control} {...register('role')}>
                <RoleOptions roles={rolesToInvite(held)} />
              </Select>
            )}
          </Field>
          <AgencySelect
            error={errors.agencyId?.message}
            value={chosen ?? ''}
            onChange={({ target }) => {
              setValue('agencyId', target.value, { shouldDirty: true })
              clearErrors('agencyId')
            }}
          />
          <DialogFooter className="pt-1">
            <Button variant="outline" disabled={isBusy} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Sending...' : 'Send Invitation'}
            </Button>
          </DialogFooter>
          <ConfirmRoleDialog
            grant={unconfirmed}
            action="Send Invitation"
            busyAction="Sending..."
            isBusy={isBusy}
            onConfirm={() => unconfirmed && void invite(unconfirmed.invitation)}
            onCancel={() => setUnconfirmed(undefined)}
          />
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** In the address with `?new`: whom to invite. */
const inAddress = ['email', 'name'] as const

/** Writes down who was named elsewhere, whatever a draft says. */
function useInviteeAskedFor({ setValue }: UseFormReturn<Typed, unknown, Invitation>) {
  const [address] = useSearchParams()
  useEffect(() => {
    for (const field of inAddress) {
      const given = address.get(field)
      if (given !== null) setValue(field, given, { shouldDirty: true })
    }
  }, [address, setValue])
}

/** A super admin without an agency of their own is not asked for it where there is only one. */
function useOnlyAgency(held: readonly Role[]): string | undefined {
  const { data: agencies } = useQuery({ ...agencyNamesQuery(), enabled: isSuperAdmin(held) })
  return agencies?.length === 1 ? agencies[0]?.id : undefined
}
