import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { MentionField } from '../people/mention-field.tsx'
import { categoryBadge, type NoteCategory, type TypedNote } from './note.ts'

type NoteFieldsProps<Parsed> = {
  form: UseFormReturn<TypedNote, unknown, Parsed>
  categories: readonly NoteCategory[]
}

/** Without a text nothing happens, and nothing is said: there is nothing to keep. */
export function NoteFields<Parsed>({ form: { register, formState }, categories }: NoteFieldsProps<Parsed>) {
  const { note_text, note_category } = formState.errors
  return (
    <>
      <Field label="Note" error={note_text?.type === 'too_small' ? undefined : note_text?.message}>
        {(control) => <MentionField side="below" {...control} {...register('note_text')} rows={5} />}
      </Field>
      <Field label="Category" error={note_category?.message}>
        {(control) => (
          <Select {...control} {...register('note_category')}>
            {categories.map((category) => (
              <option key={category} value={category}>
                {categoryBadge(category).label}
              </option>
            ))}
            <option value="">No category</option>
          </Select>
        )}
      </Field>
    </>
  )
}
