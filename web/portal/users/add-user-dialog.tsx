import { zodResolver } from '@hookform/resolvers/zod'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { EmailInput, Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useMyProfile } from '../me/me-queries.ts'
import { isPowerful, type Role, rolesInALine } from '../me/role.ts'
import { AgencySelect, useAgencySuggestion } from '../people/agency-select.tsx'
import { useDraft } from '../writes/use-draft.ts'
import { useWrite } from '../writes/use-write.ts'
import { ConfirmRoleDialog, type Grant } from './confirm-role-dialog.tsx'
import { RoleOptions } from './role-options.tsx'
import { rolesToGive } from './user.ts'
import { type NewUser, newUserForm } from './user-form.ts'
import { addUser } from './user-mutations.ts'
import { userToasts } from './user-toasts.ts'

type Typed = z.input<typeof newUserForm>

const empty: Typed = { email: '', name: '', password: '', role: 'user', agencyId: '' }

/** What was typed outlives the dialog and the page, except the password; only Cancel and success empty it. */
export function AddUserDialog({ held, agencyId }: { held: readonly Role[]; agencyId: string }) {
  const [isOpen, setOpen] = useState(false)
  const form = useForm<Typed, unknown, NewUser>({ defaultValues: empty, resolver: zodResolver(newUserForm) })
  const { register, control, handleSubmit, reset, resetField, setValue, formState } = form
  const forgetDraft = useDraft(form, 'new-user', 'password')
  const [unconfirmed, setUnconfirmed] = useState<Grant & { user: NewUser }>()

  const [add, isBusy] = useWrite(addUser, { onSuccess: close, onSettled: () => setUnconfirmed(undefined) })

  const { data: mine } = useMyProfile()
  const suggested = useAgencySuggestion(agencyId)
  const chosen = useWatch({ control, name: 'agencyId' }) || suggested

  function addOrAsk({ agencyId: _chosen, ...person }: NewUser) {
    // Of their own nobody has to be told.
    const isElsewhere = chosen !== undefined && chosen !== '' && chosen !== mine?.agency_id
    const user = { ...person, ...(isElsewhere && { agencyId: chosen }) }
    return isPowerful(user.role) ? setUnconfirmed({ name: user.name, role: user.role, user }) : add(user)
  }

  function close() {
    setOpen(false)
    reset(empty)
    forgetDraft()
  }

  function toggle(next: boolean) {
    if (isBusy) return
    setOpen(next)
    if (!next) resetField('password')
  }

  function complain({ email, name, password }: FieldErrors<Typed>) {
    const isMissing = email?.type === 'too_small' || name?.type === 'too_small' || password?.type === 'invalid_format'
    if (isMissing) toast.error(userToasts.missingFields)
    else if (password) toast.error(userToasts.passwordTooShort)
  }

  const { errors } = formState
  const role = useWatch({ control, name: 'role' })
  return (
    <Dialog open={isOpen} onOpenChange={toggle}>
      <DialogTrigger asChild>
        <Button>
          <UserPlus aria-hidden />
          Add User
        </Button>
      </DialogTrigger>
      <DialogContent title="Add User" description="They can sign in at once, with this email and password.">
        <form method="post" noValidate onSubmit={handleSubmit(addOrAsk, complain)} className="grid gap-4">
          <Field label="Email" error={errors.email?.message}>
            {(control) => <EmailInput {...control} {...register('email')} required />}
          </Field>
          <Field label="Name" error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} required autoComplete="off" />}
          </Field>
          <Field label="Password" error={errors.password?.message} hint="At least 6 characters.">
            {(control) => (
              <Input {...control} {...register('password')} type="password" required autoComplete="new-password" />
            )}
          </Field>
          <Field label="Role" error={errors.role?.message} hint={rolesInALine[role]}>
            {(control) => (
              <Select {...control} {...register('role')}>
                <RoleOptions roles={rolesToGive(held)} />
              </Select>
            )}
          </Field>
          <AgencySelect
            value={chosen ?? ''}
            onChange={({ target }) => setValue('agencyId', target.value, { shouldDirty: true })}
          />
          <DialogFooter className="pt-1">
            <Button variant="outline" disabled={isBusy} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Adding...' : 'Add User'}
            </Button>
          </DialogFooter>
          <ConfirmRoleDialog
            grant={unconfirmed}
            action="Add User"
            busyAction="Adding..."
            isBusy={isBusy}
            onConfirm={() => unconfirmed && void add(unconfirmed.user)}
            onCancel={() => setUnconfirmed(undefined)}
          />
        </form>
      </DialogContent>
    </Dialog>
  )
}
