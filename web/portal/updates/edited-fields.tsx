import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { Choice } from './choice.tsx'
import { type UpdateChanges, updateTypeLabels, updateTypes } from './update.ts'

/** What can be changed of an update. */
export function EditedFields({ form, wasVisible }: { form: UseFormReturn<UpdateChanges>; wasVisible: boolean }) {
  const { register, control, watch, formState } = form
  const { errors } = formState
  const isTakenBack = wasVisible && !watch('is_client_visible')
  return (
    <>
      <Field label="Update Type" error={errors.update_type?.message}>
        {(field) => (
          <Select {...field} {...register('update_type')}>
            {updateTypes.map((type) => (
              <option key={type} value={type}>
                {updateTypeLabels[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Title" error={errors.title?.message}>
        {(field) => <Input {...field} {...register('title')} required autoComplete="off" />}
      </Field>
      <Field label="Content" error={errors.content?.message}>
        {(field) => <Textarea {...field} {...register('content')} required rows={6} />}
      </Field>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Controller
          control={control}
          name="is_milestone"
          render={({ field }) => <Choice label="Mark as Milestone" isOn={field.value} onChange={field.onChange} />}
        />
        <Controller
          control={control}
          name="is_client_visible"
          render={({ field }) => <Choice label="Client Visible" isOn={field.value} onChange={field.onChange} />}
        />
      </div>
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {isTakenBack && 'It is gone from the client’s page as soon as this is saved.'}
      </p>
    </>
  )
}
