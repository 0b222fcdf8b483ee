import { emailField, formValuesOf, optionalDay, optionalText, optionalWebAddress } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import { withDisplay } from '../../ui/schema-field-displays.ts'
import { personName } from '../client-people/client-person.ts'
import { assigneeOf, UNASSIGNED } from '../people/unassigned.ts'
import { type Client, industries, prospectStatuses } from './client.ts'
import { nextContactFields, requireContactDay } from './contact-form.ts'

/** The form of a client, a line for each field; the limits are those of the table. */
export const newClientForm = z.object({
  name: withDisplay(personName, { label: 'Client Name', required: true }),
  company_name: withDisplay(optionalText(200), { label: 'Company Name' }),
  email: withDisplay(emailField, { label: 'Email', type: 'email', required: true }),
  phone: withDisplay(optionalText(50), { label: 'Phone', type: 'tel' }),
  website_url: withDisplay(optionalWebAddress, { label: 'Website', type: 'url' }),
})

/** The form of a new client with its agency, which only super admins choose. */
export const addedClientForm = newClientForm.extend({
  website_url: withDisplay(optionalWebAddress, { label: 'Website URL', type: 'url', placeholder: 'https://' }),
  agencyId: z.string(),
})

/** The form of an existing client. A stored industry or status outside the lists may stay. */
export const editClientForm = newClientForm.extend({
  industry: withDisplay(optionalText(200), {
    label: 'Industry',
    options: industries,
    empty: 'Not specified',
    keepsStored: true,
  }),
  prospect_status: withDisplay(z.string(), {
    label: 'Status',
    options: prospectStatuses,
    keepsStored: true,
    isCapitalized: true,
  }),
  // The form draws the fields below itself: choosing a plan fills in its first day (plan-fields.tsx), and the staff is
  // loaded (contact-fields.tsx).
  plan: optionalText(100),
  plan_since: optionalDay,
  looked_after_by: z.string().transform(assigneeOf),
  ...nextContactFields,
})

/**
 * The form of a client with the version that is being edited: a draft may be resumed after another person has saved a newer
 * version.
 */
export const versionedClientForm = editClientForm.extend({ seen: z.string() }).superRefine(requireContactDay)

export type NewClient = z.output<typeof addedClientForm>
export type ClientChanges = z.output<typeof editClientForm>

export const emptyClient = { ...formValuesOf(newClientForm), agencyId: '' }

/** The values of a client as the form shows them. */
export const typedOf = (client: Client): Partial<z.input<typeof versionedClientForm>> => ({
  ...formValuesOf(editClientForm, client),
  prospect_status: client.prospect_status ?? 'prospect',
  looked_after_by: client.looked_after_by ?? UNASSIGNED,
  seen: client.updated_at,
})
