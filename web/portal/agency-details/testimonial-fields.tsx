import { useFieldArray } from 'react-hook-form'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import type { TypedDetails } from './agency-details.ts'
import { EntryList } from './entry-list.tsx'
import { PictureField } from './picture-field.tsx'
import { emptyTestimonial } from './website-facts.ts'

const { TextField } = typedFormFields<TypedDetails>()

export function TestimonialFields() {
  const { fields, append, remove, move } = useFieldArray<TypedDetails, 'testimonials'>({ name: 'testimonials' })
  return (
    <EntryList
      title="Testimonials"
      explanation="What clients say, on the home page. Until you add the first, visitors see three examples, marked as such."
      thing="testimonial"
      entries={fields}
      onAdd={() => append(emptyTestimonial)}
      onRemove={remove}
      onMove={move}
    >
      {(at) => (
        <>
          <TextField name={`testimonials.${at}.words`} label="Words" rows={3} className="sm:col-span-2" />
          <TextField name={`testimonials.${at}.author`} label="Said By" />
          <TextField name={`testimonials.${at}.role`} label="Who They Are" hint="For example: Owner of a bakery." />
          <PictureField name={`testimonials.${at}.picture`} />
        </>
      )}
    </EntryList>
  )
}
