import { typedFormFields } from '../../ui/typed-form-fields.ts'
import type { TypedDetails } from './agency-details.ts'

const { TextField } = typedFormFields<TypedDetails>()

/** Fields for the name and contact details of an agency, in two columns where there is room. */
export const AgencyFields = ({ isEmailRequired = false }: { isEmailRequired?: boolean }) => (
  <>
    <TextField name="name" label="Agency Name" required />
    <TextField name="email" label="Agency Email" type="email" required={isEmailRequired} />
    <TextField name="website_url" label="Website URL" type="url" placeholder="https://" />
    <TextField name="phone" label="Phone" type="tel" />
    <TextField name="contact_person" label="Contact Person" />
    <TextField name="logo_url" label="Logo URL" type="url" placeholder="https://" />
  </>
)
