import { useFieldArray } from 'react-hook-form'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import type { TypedDetails } from './agency-details.ts'
import { EntryList } from './entry-list.tsx'
import { PictureField } from './picture-field.tsx'
import { emptyCase } from './website-facts.ts'

const { TextField } = typedFormFields<TypedDetails>()

export function CaseFields() {
  const { fields, append, remove, move } = useFieldArray<TypedDetails, 'cases'>({ name: 'cases' })
  return (
    <EntryList
      title="Results"
      explanation="Results of your work on the home page: two numbers and a quote each. The section appears once you add the first."
      thing="result"
      entries={fields}
      onAdd={() => append(emptyCase)}
      onRemove={remove}
      onMove={move}
    >
      {(at) => (
        <>
          <TextField name={`cases.${at}.title`} label="Title" className="sm:col-span-2" />
          <TextField name={`cases.${at}.number`} label="First Number" hint="As: +38%" />
          <TextField name={`cases.${at}.meaning`} label="What It Counts" hint="For example: visitors on weekdays" />
          <TextField name={`cases.${at}.other_number`} label="Second Number" />
          <TextField name={`cases.${at}.other_meaning`} label="What That Counts" />
          <TextField name={`cases.${at}.quote`} label="Quote" className="sm:col-span-2" rows={3} />
          <TextField name={`cases.${at}.author`} label="Said By" className="sm:col-span-2" />
          <PictureField name={`cases.${at}.picture`} />
        </>
      )}
    </EntryList>
  )
}
