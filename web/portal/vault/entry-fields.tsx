import { type ReactNode, useId } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { recordAccess } from './access-log.ts'
import type { Entry } from './entry.ts'
import { EntryClient } from './entry-client.tsx'
import type { EntryForm } from './entry-form.ts'
import type { Opened } from './open-entry.ts'
import { PasswordField } from './password-field.tsx'
import { neverKept } from './secret-input.tsx'
import { StoredNotes } from './stored-notes.tsx'

type EntryFieldsProps = {
  form: EntryForm
  /** What is stored of the entry, unless it is new. */
  stored: Opened | undefined
  others: readonly Entry[]
}

/** What is typed about an entry, new or not. */
export function EntryFields({ form, stored, others }: EntryFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  const hasNotes = stored?.hasNotes ?? false

  /** Who looks at what they have typed themselves looks at nothing of the vault's. */
  function noteView(shown: string) {
    if (stored && shown === stored.password) void recordAccess(stored.entry.id, 'viewed')
  }

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Title" error={errors.title?.message} className="content-start">
          {(control) => <Input {...control} {...register('title')} required autoComplete="off" />}
        </Field>
        <Field label="Website URL" error={errors.website_url?.message} className="content-start">
          {(control) => (
            <Input {...control} {...register('website_url')} type="url" placeholder="https://" autoComplete="off" />
          )}
        </Field>
      </div>
      <Field label="Username" error={errors.username?.message}>
        {(control) => <Input {...control} {...register('username')} {...neverKept} />}
      </Field>
      <PasswordField form={form} others={others} onShown={noteView} />
      <div className="grid gap-3">
        <Field
          label="Notes"
          error={errors.notes?.message}
          hint={
            hasNotes ? 'There are notes. Leave this empty to keep them.' : 'Shown again only when you ask for them.'
          }
        >
          {(control) => (
            <Textarea
              {...control}
              {...register('notes')}
              {...neverKept}
              autoCapitalize="sentences"
              className="min-h-16"
            />
          )}
        </Field>
        {stored && hasNotes && (
          <>
            <StoredNotes entryId={stored.entry.id} />
            <NotesRemoval form={form} />
          </>
        )}
      </div>
      <EntryClient form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tags" error={errors.tags?.message} hint="Separated by commas." className="content-start">
          {(control) => <Input {...control} {...register('tags')} placeholder="client, hosting" autoComplete="off" />}
        </Field>
        <div className="grid content-start gap-3 sm:pt-1">
          <Toggle form={form} name="is_favorite" label="Favorite" />
          <Toggle form={form} name="share_with_agency" label="Share with agency">
            Opens with this passphrase.
          </Toggle>
        </div>
      </div>
    </>
  )
}

/** Whoever types notes replaces the stored ones anyway. */
function NotesRemoval({ form }: { form: EntryForm }) {
  const notes = useWatch({ control: form.control, name: 'notes' })
  return notes.trim() === '' && <Toggle form={form} name="removes_notes" label="Remove the stored notes" />
}

type ToggleProps = {
  form: EntryForm
  name: 'is_favorite' | 'share_with_agency' | 'removes_notes'
  label: string
  children?: ReactNode
}

function Toggle({ form: { control }, name, label, children }: ToggleProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 self-start">
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, ...field } }) => (
          <Switch
            {...field}
            id={id}
            checked={value}
            onCheckedChange={onChange}
            {...(children === undefined ? {} : { 'aria-describedby': hintId })}
          />
        )}
      />
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children !== undefined && (
        <p id={hintId} className="col-start-2 text-ink-soft text-sm">
          {children}
        </p>
      )}
    </div>
  )
}
