import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from '../../lib/zod.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { EmailInput, Input, Select } from '../../ui/input.tsx'
import { NewerChange } from '../writes/newer-change.ts'
import { NewerChangeAlert } from '../writes/newer-change-alert.tsx'
import { useDraft, useUnsaved } from '../writes/use-draft.ts'
import { useNewerChange } from '../writes/use-newer-change.ts'
import { useWrite } from '../writes/use-write.ts'
import { type Client, industries, prospectStatuses } from './client.ts'
import { editClientForm } from './client-form.ts'
import { updateClient } from './client-mutations.ts'

/** With the version that is being edited: a draft of it may be taken up after somebody else has saved another. */
const versionedForm = editClientForm.extend({ seen: z.string() })

type Typed = z.input<typeof versionedForm>
type Parsed = z.output<typeof versionedForm>

/** The name of the draft that the form keeps. */
export const clientDraft = (clientId: string) => `client/${clientId}`

export function EditClientForm({ client, onDone }: { client: Client; onDone: () => void }) {
  const form = useForm<Typed, unknown, Parsed>({
    defaultValues: typedOf(client),
    resolver: zodResolver(versionedForm),
  })
  const { register, handleSubmit, setFocus, watch, formState } = form
  const [isUnsaved] = useUnsaved(clientDraft(client.id))
  const forgetDraft = useDraft(form, clientDraft(client.id))
  useEffect(() => setFocus('name'), [setFocus])
  const [save, isBusy] = useWrite(updateClient(client.id), {
    onSuccess() {
      forgetDraft()
      onDone()
    },
    onError(error) {
      if (error instanceof NewerChange) refuse()
    },
  })

  const { isOutdated, refuse, takeTheirs } = useNewerChange(form, {
    seen: watch('seen'),
    current: client.updated_at,
    theirs: typedOf(client),
    isBusy,
  })

  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid grid-cols-1 gap-4 @lg:grid-cols-2 @lg:gap-x-6">
      {isOutdated && (
        <div className="@lg:col-span-2">
          <NewerChangeAlert
            thing="client"
            isBusy={isBusy}
            onTakeTheirs={takeTheirs}
            onSaveMine={() => void handleSubmit((mine) => save({ ...mine, seen: client.updated_at }))()}
          />
        </div>
      )}
      {isUnsaved && !isOutdated && formState.isDirty && (
        <div className="@lg:col-span-2">
          <Alert tone="info">These changes were not saved yet. Save them, or cancel to discard them.</Alert>
        </div>
      )}
      <Field label="Client Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} required />}
      </Field>
      <Field label="Company Name" error={errors.company_name?.message}>
        {(control) => <Input {...control} {...register('company_name')} />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <EmailInput {...control} {...register('email')} required />}
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
      <DialogFooter className="@lg:col-span-2">
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
  seen: client.updated_at,
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
