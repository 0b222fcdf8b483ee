import { emailField, optionalText, optionalWebAddress } from '../../lib/form-fields.ts'
import { z } from '../../lib/zod.ts'

/** What a person types about a new client; the limits are those of the table. */
export const newClientForm = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
  company_name: optionalText(200),
  email: emailField,
  phone: optionalText(50),
  website_url: optionalWebAddress,
})

/** With the agency that it will belong to, which is the super admins' to say. */
export const addedClientForm = newClientForm.extend({ agencyId: z.string() })

/** What can be changed of a client later. A stored industry or status that is in no list may stay. */
export const editClientForm = newClientForm.extend({ industry: optionalText(200), prospect_status: z.string() })

export type NewClient = z.output<typeof addedClientForm>
export type ClientChanges = z.output<typeof editClientForm>
