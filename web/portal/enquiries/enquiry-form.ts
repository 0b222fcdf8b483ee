import { serviceChoiceLabels, serviceChoices } from '../../agency.ts'
import { optionalEmail, optionalText } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import { withDisplay } from '../../ui/schema-field-displays.ts'
import { personName } from '../client-people/client-person.ts'
import { addedWays, wayLabels } from './came-by.ts'

/** The form of an enquiry that did not come by the website; the limits are those of the table. */
const fields = z.object({
  came_by: withDisplay(z.enum(addedWays), { label: 'Came by', options: addedWays, labels: wayLabels }),
  name: withDisplay(personName, { label: 'Name', required: true }),
  business_name: withDisplay(optionalText(200), { label: 'Business' }),
  email: withDisplay(optionalEmail, { label: 'Email', type: 'email' }),
  phone: withDisplay(optionalText(50), { label: 'Phone', type: 'tel' }),
  service: withDisplay(z.enum(serviceChoices), {
    label: 'Service',
    options: serviceChoices,
    labels: serviceChoiceLabels,
  }),
  message: withDisplay(optionalText(5000), { label: 'Message', rows: 4 }),
})

/** The fields with the rule that an enquiry has one way to answer. */
export const enquiryForm = fields.superRefine(({ email, phone }, context) => {
  if (email !== null || /\d/.test(phone ?? '')) return
  context.addIssue({ code: 'custom', path: ['email'], message: 'Enter an email address or a phone number.' })
})
export { fields as enquiryFields }

export type NewEnquiry = z.output<typeof enquiryForm>

export const emptyEnquiry: z.input<typeof enquiryForm> = {
  came_by: 'phone',
  name: '',
  business_name: '',
  email: '',
  phone: '',
  service: 'other',
  message: '',
}
