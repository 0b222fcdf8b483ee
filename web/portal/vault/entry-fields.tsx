import { Dices } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { randomPassword } from '../../lib/random-password.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type EntryInput, type EntryTyped, GENERATED_LENGTH } from './entry-form.ts'
import { passwordStrength } from './password-strength.ts'
import { neverKept, SecretInput } from './secret-input.tsx'
import { StrengthMeter } from './strength-meter.tsx'

type EntryForm = UseFormReturn<EntryTyped, unknown, EntryInput>

/** What is typed about an entry, new or not. */
export function EntryFields({ form, hasNotes }: { form: EntryForm; hasNotes: boolean }) {
  const { register, formState, setValue } = form
  const { errors } = formState
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
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <>
            <div className="flex gap-2">
              <SecretInput what="password" {...control} {...register('password')} required className="flex-1" />
              <Button
                variant="outline"
                className="px-3"
                onClick={() =>
                  setValue('password', randomPassword(GENERATED_LENGTH), {
                    shouldDirty: true,
                    shouldValidate: formState.isSubmitted,
                  })
                }
              >
                <Dices aria-hidden />
                Generate
              </Button>
            </div>
            <PasswordStrength form={form} />
          </>
        )}
      </Field>
      <div className="grid gap-3">
        <Field
          label="Notes"
          error={errors.notes?.message}
          hint={
            hasNotes
              ? 'There are notes, which are not shown again. Leave this empty to keep them.'
              : 'Not shown again once they are saved.'
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
        {hasNotes && <NotesRemoval form={form} />}
      </div>
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

function PasswordStrength({ form: { control } }: { form: EntryForm }) {
  const password = useWatch({ control, name: 'password' })
  return (
    <p aria-live="polite" className="text-ink-soft text-sm">
      {password === '' ? (
        'Strong: 12 characters or more, of every kind.'
      ) : (
        <StrengthMeter strength={passwordStrength(password)} />
      )}
    </p>
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
