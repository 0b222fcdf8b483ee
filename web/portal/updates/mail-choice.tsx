import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { EmailInput } from '../../ui/input.tsx'
import { Choice } from './choice.tsx'
import { NoAnswerNote } from './no-answer-note.tsx'
import type { DraftedUpdate, NewUpdate } from './update.ts'

type MailChoiceProps = { form: UseFormReturn<DraftedUpdate, unknown, NewUpdate>; clientId: string }

/** For what the client sees: whether it is mailed to them as well, and where to. */
export function MailChoice({ form, clientId }: MailChoiceProps) {
  const { control, register, watch, formState } = form
  if (!watch('is_client_visible')) return null
  return (
    <div className="flex basis-full flex-wrap items-end gap-x-6 gap-y-3 rounded-control bg-paper px-4 py-3">
      <div className="py-2">
        <Controller
          control={control}
          name="is_mailed"
          render={({ field }) => (
            <Choice label="Mail It to the Client" isOn={field.value ?? false} onChange={field.onChange} />
          )}
        />
      </div>
      {watch('is_mailed') && (
        <Field label="Email" error={formState.errors.recipient?.message} className="min-w-0 flex-1 basis-60">
          {(control) => <EmailInput {...control} {...register('recipient')} required />}
        </Field>
      )}
      {watch('is_mailed') && <NoAnswerNote clientId={clientId} />}
    </div>
  )
}
