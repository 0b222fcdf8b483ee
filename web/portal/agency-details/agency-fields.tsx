import { useId } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import type { TypedDetails } from './agency-details.ts'

type AgencyFieldsProps = {
  register: UseFormRegister<TypedDetails>
  errors: FieldErrors<TypedDetails>
  isEmailRequired?: boolean
}

/** How an agency is called and reached, for a form of two columns where there is room. */
export function AgencyFields({ register, errors, isEmailRequired = false }: AgencyFieldsProps) {
  return (
    <>
      <Field label="Agency Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} required autoComplete="off" />}
      </Field>
      <Field label="Agency Email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" required={isEmailRequired} autoComplete="off" />
        )}
      </Field>
      <Field label="Website URL" error={errors.website_url?.message}>
        {(control) => (
          <Input {...control} {...register('website_url')} type="url" placeholder="https://" autoComplete="off" />
        )}
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        {(control) => <Input {...control} {...register('phone')} type="tel" autoComplete="off" />}
      </Field>
      <Field label="Contact Person" error={errors.contact_person?.message}>
        {(control) => <Input {...control} {...register('contact_person')} autoComplete="off" />}
      </Field>
      <Field label="Logo URL" error={errors.logo_url?.message}>
        {(control) => (
          <Input {...control} {...register('logo_url')} type="url" placeholder="https://" autoComplete="off" />
        )}
      </Field>
    </>
  )
}

/** What the website says besides: for the agency that answers it. */
export function WebsiteFields({ register, errors }: Omit<AgencyFieldsProps, 'isEmailRequired'>) {
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
    </fieldset>
  )
}
