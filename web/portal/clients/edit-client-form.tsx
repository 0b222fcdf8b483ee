import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { messageOf } from '../../lib/errors.ts'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { type Client, type ClientChanges, editClientForm, industries, prospectStatuses } from './client.ts'
import { clientMessages } from './client-messages.ts'
import { useUpdateClient } from './client-mutations.ts'

type Typed = z.input<typeof editClientForm>

export function EditClientForm({ client, onDone }: { client: Client; onDone: () => void }) {
  const { register, handleSubmit, setFocus, formState } = useForm<Typed, unknown, ClientChanges>({
    defaultValues: {
      name: client.name,
      company_name: client.company_name ?? '',
      email: client.email,
      phone: client.phone ?? '',
      website_url: client.website_url ?? '',
      industry: client.industry ?? '',
      prospect_status: client.prospect_status ?? 'prospect',
    },
    resolver: zodResolver(editClientForm),
  })
  useEffect(() => setFocus('name'), [setFocus])
  const { mutateAsync: updateClient } = useUpdateClient(client.id)

  const [save, isBusy] = useSingleFlight(async (changes: ClientChanges) => {
    try {
      await updateClient(changes)
      toast.success(clientMessages.updated)
      onDone()
    } catch (error) {
      toast.error(clientMessages.updateFailed, { description: messageOf(error, '') || undefined })
    }
  })

  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid gap-4 sm:grid-cols-2 sm:gap-x-6">
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

/** What can be chosen, and what is stored even if it is none of that, so that saving never changes it unasked. */
function Options({ known, stored }: { known: readonly string[]; stored: string | null }) {
  const all = stored && !known.includes(stored) ? [...known, stored] : known
  return all.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ))
}
