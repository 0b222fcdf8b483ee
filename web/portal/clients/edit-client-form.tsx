import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import { NewerChange } from '../editing/newer-change.ts'
import { NewerChangeAlert } from '../editing/newer-change-alert.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { type Client, type ClientChanges, editClientForm, industries, prospectStatuses } from './client.ts'
import { useUpdateClient } from './client-mutations.ts'

type Typed = z.input<typeof editClientForm>

export function EditClientForm({ client, onDone }: { client: Client; onDone: () => void }) {
  // The list in the background is kept fresh; what is being edited stays what this person saw when they began.
  const [seen, setSeen] = useState(client.updated_at)
  const [isOutdated, setOutdated] = useState(false)
  const form = useForm<Typed, unknown, ClientChanges>({
    defaultValues: typedOf(client),
    resolver: zodResolver(editClientForm),
  })
  const { register, handleSubmit, setFocus, reset, formState } = form
  const forgetDraft = useDraft(form, `client/${client.id}/${seen}`)
  useEffect(() => setFocus('name'), [setFocus])
  const { mutateAsync: updateClient } = useUpdateClient(client.id)

  const [save, isBusy] = useSingleFlight(async (changes: ClientChanges, version: string) => {
    try {
      await updateClient({ changes, seen: version })
      forgetDraft()
      toast.success(catalogue.clients.updated)
      onDone()
    } catch (error) {
      if (error instanceof NewerChange) setOutdated(true)
      else toast.error(catalogue.clients.updateFailed)
    }
  })

  function takeTheirs() {
    forgetDraft()
    reset(typedOf(client))
    setSeen(client.updated_at)
    setOutdated(false)
  }

  const { errors } = formState
  return (
    <form
      noValidate
      onSubmit={handleSubmit((changes) => save(changes, seen))}
      className="grid gap-4 sm:grid-cols-2 sm:gap-x-6"
    >
      {isOutdated && (
        <div className="sm:col-span-2">
          <NewerChangeAlert
            thing="client"
            isBusy={isBusy}
            onTakeTheirs={takeTheirs}
            onSaveMine={() => void handleSubmit((changes) => save(changes, client.updated_at))()}
          />
        </div>
      )}
      <Field label="Client Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} required />}
      </Field>
      <Field label="Company Name" error={errors.company_name?.message}>
        {(control) => <Input {...control} {...register('company_name')} />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <Input {...control} {...register('email')} type="email" required />}
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        {(control) => <Input {...control} {...register('phone')} type="tel" />}
      </Field>
      <Field label="Website" error={errors.website_url?.message}>
        {(control) => <Input {...control} {...register('website_url')} type="url" />}
      </Field>
      <Field label="Industry" error={errors.industry?.message}>
        {(control) => (
          <Select {...control} {...register('industry')}>
            <option value="">Not specified</option>
            <Options known={industries} stored={client.industry} />
          </Select>
        )}
      </Field>
      <Field label="Status" error={errors.prospect_status?.message}>
        {(control) => (
          <Select {...control} {...register('prospect_status')} className="capitalize">
            <Options known={prospectStatuses} stored={client.prospect_status} />
          </Select>
        )}
      </Field>
      <DialogFooter className="sm:col-span-2">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save Changes'}
        </Button>
      </DialogFooter>
    </form>
  )
}

const typedOf = (client: Client): Typed => ({
  name: client.name,
  company_name: client.company_name ?? '',
  email: client.email,
  phone: client.phone ?? '',
  website_url: client.website_url ?? '',
  industry: client.industry ?? '',
  prospect_status: client.prospect_status ?? 'prospect',
})

/** What can be chosen, and what is stored even if it is none of that, so that saving never changes it unasked. */
function Options({ known, stored }: { known: readonly string[]; stored: string | null }) {
  const all = stored && !known.includes(stored) ? [...known, stored] : known
  return all.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ))
}
