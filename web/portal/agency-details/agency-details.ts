import { z } from 'zod'
import type { Agency } from '../../lib/database.types.ts'
import { webLink } from '../../lib/web-link.ts'

export type { Agency } from '../../lib/database.types.ts'

/** Empty means "none", which the database keeps as null. */
const optional = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `At most ${longest} characters.`)
    .transform((text) => text || null)

const webAddress = optional(2048).refine(
  (address) => address === null || webLink(address) !== undefined,
  'Enter a web address, like https://example.com.',
)

/** How an agency is called and reached; the limits are those of the table. */
export const agencyDetailsForm = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
  email: optional(320).refine(
    (email) => email === null || /^[^\s@]+@[^\s@]+$/.test(email),
    'Enter an email address, like name@example.com.',
  ),
  website_url: webAddress,
  contact_person: optional(200),
  phone: optional(50),
  logo_url: webAddress,
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
})
