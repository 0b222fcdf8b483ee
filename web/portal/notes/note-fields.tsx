import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { MentionField } from '../people/mention-field.tsx'
import { categoryBadge, type NoteCategory, type TypedNote } from './note.ts'

const { FormField, SelectField } = typedFormFields<TypedNote>()

/** The fields of a note. A note without a text is not saved and shows no error. */
export function NoteFields({ categories }: { categories: readonly NoteCategory[] }) {
  return (
    <>
      <FormField name="note_text" label="Note">
        {(control) => <MentionField side="below" {...control} rows={5} />}
      </FormField>
      <SelectField
        name="note_category"
        label="Category"
        options={categories}
        labels={Object.fromEntries(categories.map((category) => [category, categoryBadge(category).label]))}
      >
        <option value="">No category</option>
      </SelectField>
    </>
  )
}
