import { zodResolver } from '@hookform/resolvers/zod'
import { Plus } from 'lucide-react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { EmailInput, Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { AgencySelect, useAgencySuggestion } from '../people/agency-select.tsx'
import { useDraft } from '../writes/use-draft.ts'
import { useNewDialog } from '../writes/use-new-dialog.ts'
import { useWrite } from '../writes/use-write.ts'
import { addedClientForm, type NewClient } from './client-form.ts'
import { addClient } from './client-mutations.ts'
import { clientToasts } from './client-toasts.ts'

type Typed = z.input<typeof addedClientForm>

const empty: Typed = { name: '', company_name: '', email: '', phone: '', website_url: '', agencyId: '' }

type AddClientDialogProps = {
  /** The agency that the list is narrowed to, or ''. */
  agencyId: string
  onAdded: (agencyId: string) => void
}

/** What was typed outlives the dialog and the page; only Cancel and success empty it. */
export function AddClientDialog({ agencyId, onAdded }: AddClientDialogProps) {
  const [isOpen, setOpen] = useNewDialog()
  const form = useForm<Typed, unknown, NewClient>({ defaultValues: empty, resolver: zodResolver(addedClientForm) })
  const { register, control, handleSubmit, reset, setValue, formState } = form
  const forgetDraft = useDraft(form, 'new-client')
  const [add, isBusy] = useWrite(addClient, {
    onSuccess(_id, added) {
      close()
      onAdded(added.agencyId)
    },
  })
  const suggested = useAgencySuggestion(agencyId)
  const chosen = useWatch({ control, name: 'agencyId' }) || suggested

  function close() {
    setOpen(false)
    reset(empty)
    forgetDraft()
  }

  function complain(errors: FieldErrors<Typed>) {
    const isMissing = errors.name?.type === 'too_small' || errors.email?.type === 'too_small'
    if (isMissing) toast.error(clientToasts.missingFields)
  }

  const { errors } = formState
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !isBusy && setOpen(next)}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          Add Client
        </Button>
      </DialogTrigger>
      <DialogContent title="Add Client" description="Name and email are required; the rest can follow.">
        <form
          noValidate
          onSubmit={handleSubmit((client) => add({ ...client, agencyId: chosen ?? '' }), complain)}
          className="grid gap-4"
        >
          <Field label="Client Name" error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} required autoComplete="off" />}
          </Field>
          <Field label="Company Name" error={errors.company_name?.message}>
            {(control) => <Input {...control} {...register('company_name')} autoComplete="off" />}
          </Field>
          <Field label="Email" error={errors.email?.message}>
            {(control) => <EmailInput {...control} {...register('email')} required />}
          </Field>
          <Field label="Phone" error={errors.phone?.message}>
            {(control) => <Input {...control} {...register('phone')} type="tel" autoComplete="off" />}
          </Field>
          <Field label="Website URL" error={errors.website_url?.message}>
            {(control) => (
              <Input {...control} {...register('website_url')} type="url" placeholder="https://" autoComplete="off" />
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
              {isBusy ? 'Adding...' : 'Add Client'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
