import { useFieldArray, useFormContext } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import type { TypedDetails } from './agency-details.ts'
import { EntryList } from './entry-list.tsx'
import { PictureField } from './picture-field.tsx'
import { emptyTestimonial } from './website-facts.ts'

export function TestimonialFields() {
  const { register, formState } = useFormContext<TypedDetails>()
  const { fields, append, remove, move } = useFieldArray<TypedDetails, 'testimonials'>({ name: 'testimonials' })
  return (
    <EntryList
      title="Testimonials"
      explanation="What clients say, on the home page. Until you add the first, three examples stand there, marked as examples."
      thing="testimonial"
      entries={fields}
      onAdd={() => append(emptyTestimonial)}
      onRemove={remove}
      onMove={move}
    >
      {(at) => {
        const errors = formState.errors.testimonials?.[at]
        return (
          <>
            <Field label="Words" error={errors?.words?.message} className="sm:col-span-2">
              {(control) => <Textarea {...control} {...register(`testimonials.${at}.words`)} rows={3} />}
            </Field>
            <Field label="Said By" error={errors?.author?.message}>
              {(control) => <Input {...control} {...register(`testimonials.${at}.author`)} autoComplete="off" />}
            </Field>
            <Field label="Who They Are" hint="As: Owner of a bakery." error={errors?.role?.message}>
              {(control) => <Input {...control} {...register(`testimonials.${at}.role`)} autoComplete="off" />}
            </Field>
            <PictureField name={`testimonials.${at}.picture`} error={errors?.picture?.message} />
          </>
        )
      }}
    </EntryList>
  )
}
