import { useId } from 'react'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import type { TypedDetails } from './agency-details.ts'
import { CaseFields } from './case-fields.tsx'
import { ForgetField } from './forget-field.tsx'
import { TestimonialFields } from './testimonial-fields.tsx'

const { TextField } = typedFormFields<TypedDetails>()

/** The form fields for the website's texts, shown for the agency that answers the website. */
export function WebsiteFields() {
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
      <TextField name="postal_address" label="Postal Address" rows={3} />
      <TextField
        name="social_links"
        label="Social Links"
        hint="One web address a line."
        rows={3}
        placeholder="https://"
        inputMode="url"
      />
      <TextField name="live_chat_hours" label="Live Chat Hours" />
      <TextField
        name="booking_url"
        label="Booking Address"
        hint="Where visitors pick a time for a call. The contact page links to it."
        type="url"
        placeholder="https://"
      />
      <TextField
        name="fields_of_work"
        label="Fields of Work"
        hint="One trade a line, with a few words after a colon if you like. For example: Bakeries: hours, bread and birthday cakes. They appear on the services page."
        rows={3}
        className="sm:col-span-2"
      />
      <TextField
        name="privacy_notice"
        label="Privacy"
        hint="Replaces the standard text about privacy on the contact page. An empty line begins a new paragraph."
        rows={3}
        className="sm:col-span-2"
      />
      <ForgetField />
      <TestimonialFields />
      <CaseFields />
    </fieldset>
  )
}
