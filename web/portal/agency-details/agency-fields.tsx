import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { EmailInput, Input } from '../../ui/input.tsx'
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
        {(control) => <EmailInput {...control} {...register('email')} required={isEmailRequired} />}
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
