import { emailField, optionalText, optionalWebAddress, typedRow } from '../../lib/form-fields.ts'
import { z } from '../../lib/zod.ts'
import { shownAs } from '../../ui/shown-as.ts'
import { type Client, industries, prospectStatuses } from './client.ts'

const nameField = z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.')

/** What a person types about a client, a line for each field of both forms; the limits are those of the table. */
export const newClientForm = z.object({
  name: shownAs(nameField, { label: 'Client Name', required: true }),
  company_name: shownAs(optionalText(200), { label: 'Company Name' }),
  email: shownAs(emailField, { label: 'Email', type: 'email', required: true }),
  phone: shownAs(optionalText(50), { label: 'Phone', type: 'tel' }),
  website_url: shownAs(optionalWebAddress, { label: 'Website', type: 'url' }),
})

/** With the agency that it will belong to, which is the super admins' to say. */
export const addedClientForm = newClientForm.extend({
  website_url: shownAs(optionalWebAddress, { label: 'Website URL', type: 'url', placeholder: 'https://' }),
  agencyId: z.string(),
})

/** What can be changed of a client later. A stored industry or status that is in no list may stay. */
export const editClientForm = newClientForm.extend({
  industry: shownAs(optionalText(200), {
    ...{ label: 'Industry', options: industries, empty: 'Not specified', keepsStored: true },
  }),
  prospect_status: shownAs(z.string(), {
    ...{ label: 'Status', options: prospectStatuses, keepsStored: true, isCapitalized: true },
  }),
})

/** With the version that is being edited: a draft of it may be taken up after somebody else has saved another. */
export const versionedClientForm = editClientForm.extend({ seen: z.string() })

export type NewClient = z.output<typeof addedClientForm>
export type ClientChanges = z.output<typeof editClientForm>

export const emptyClient = { ...typedRow(newClientForm), agencyId: '' }

/** A client as its form shows it. */
export const typedOf = (client: Client): Partial<z.input<typeof versionedClientForm>> => ({
  ...typedRow(editClientForm, client),
  prospect_status: client.prospect_status ?? 'prospect',
  seen: client.updated_at,
})
