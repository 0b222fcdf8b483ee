import { z } from 'zod'
import { optionalText, optionalWebAddress } from '../../lib/form-fields.ts'
import type { Agency } from '../../lib/rows.ts'

export type { Agency } from '../../lib/rows.ts'

/** How an agency is called and reached; the limits are those of the table. */
export const agencyDetailsForm = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
  email: optionalText(320).refine(
    (email) => email === null || /^[^\s@]+@[^\s@]+$/.test(email),
    'Enter an email address, like name@example.com.',
  ),
  website_url: optionalWebAddress,
  contact_person: optionalText(200),
  phone: optionalText(50),
  logo_url: optionalWebAddress,
  /** The version that is being edited: a draft of it may be taken up after somebody else has saved another. */
  seen: z.string(),
})

export type TypedDetails = z.input<typeof agencyDetailsForm>
export type AgencyDetails = z.output<typeof agencyDetailsForm>

export const typedDetails = (agency: Agency): TypedDetails => ({
  name: agency.name,
  email: agency.email ?? '',
  website_url: agency.website_url ?? '',
  contact_person: agency.contact_person ?? '',
  phone: agency.phone ?? '',
  logo_url: agency.logo_url ?? '',
  seen: agency.updated_at,
})
