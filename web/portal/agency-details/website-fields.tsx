import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import type { TypedDetails } from './agency-details.ts'
import { CaseFields } from './case-fields.tsx'
import { TestimonialFields } from './testimonial-fields.tsx'

/** What the website says besides, for the agency that answers it. Its form is a `FormProvider`, for what is a list. */
export function WebsiteFields() {
  const { register, formState } = useFormContext<TypedDetails>()
  const { errors } = formState
  const explanationId = useId()
  return (
    <fieldset
      aria-describedby={explanationId}
      className="mt-2 grid gap-4 border-line border-t pt-5 sm:col-span-2 sm:grid-cols-2"
    >
      <legend className="sr-only">On the website</legend>
      <div className="grid gap-1 sm:col-span-2">
        <p aria-hidden className="font-semibold">
          On the website
        </p>
        <p id={explanationId} className="text-ink-soft text-sm">
          Visitors see these, the name, the email, the phone and the logo within a minute. Where email, phone or address
          is empty, the contact page says “On request, by the form”.
        </p>
      </div>
      <Field label="Postal Address" error={errors.postal_address?.message}>
        {(control) => <Textarea {...control} {...register('postal_address')} rows={3} autoComplete="off" />}
      </Field>
      <Field label="Social Links" hint="One web address a line." error={errors.social_links?.message}>
        {(control) => (
          <Textarea {...control} {...register('social_links')} rows={3} placeholder="https://" inputMode="url" />
        )}
      </Field>
      <Field label="Live Chat Hours" error={errors.live_chat_hours?.message} className="sm:col-span-2">
        {(control) => <Input {...control} {...register('live_chat_hours')} autoComplete="off" />}
      </Field>
      <Field
        label="Fields of Work"
        hint="A trade a line, with a few words after a colon if you like: Bakeries: hours, bread and birthday cakes. They stand on the services page."
        error={errors.fields_of_work?.message}
        className="sm:col-span-2"
      >
        {(control) => <Textarea {...control} {...register('fields_of_work')} rows={3} autoComplete="off" />}
      </Field>
      <TestimonialFields />
      <CaseFields />
    </fieldset>
  )
}
