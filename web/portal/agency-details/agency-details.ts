import { atMost, optionalEmail, optionalText, optionalWebAddress } from '../../lib/form-rules.ts'
import type { Agency } from '../../lib/row-types.ts'
import { z } from '../../lib/zod.ts'
import { forgetAfter, typedEntries, type WebsiteFact, websiteFacts } from './website-facts.ts'

export type { Agency } from '../../lib/row-types.ts'

/** The name and contact details of an agency, and what else the website says about it; the limits are those of the table. */
export const agencyDetailsForm = z.object({
  name: z.string().trim().min(1, 'Enter a name.').check(atMost(200)),
  email: optionalEmail,
  website_url: optionalWebAddress,
  contact_person: optionalText(200),
  phone: optionalText(50),
  logo_url: optionalWebAddress,
  ...websiteFacts,
  /**
   * The version of the agency that is being edited: a draft may be resumed after another person has saved a newer version.
   */
  seen: z.string(),
})

export type TypedDetails = z.input<typeof agencyDetailsForm>
type WholeDetails = z.output<typeof agencyDetailsForm>
export type AgencyDetails = Omit<WholeDetails, WebsiteFact> & Partial<Pick<WholeDetails, WebsiteFact>>

/** The website's texts are shown and checked only for the agency that answers the website. */
export function withoutHiddenFacts<Details extends WholeDetails>(details: Details, answersWebsite: boolean) {
  if (answersWebsite) return details
  const { postal_address: _address, live_chat_hours: _hours, social_links: _links, ...others } = details
  const {
    fields_of_work: _fields,
    testimonials: _testimonials,
    cases: _cases,
    booking_url: _booking,
    privacy_notice: _notice,
    forget_enquiries_after: _forgetting,
    ...shown
  } = others
  return shown
}

export const typedFacts = (agency: Agency): Pick<TypedDetails, WebsiteFact> => ({
  postal_address: agency.postal_address ?? '',
  live_chat_hours: agency.live_chat_hours,
  social_links: agency.social_links.join('\n'),
  privacy_notice: agency.privacy_notice ?? '',
  forget_enquiries_after: forgetAfter.find((months) => Number(months) === agency.forget_enquiries_after) ?? '',
  fields_of_work: agency.fields_of_work.join('\n'),
  booking_url: agency.booking_url ?? '',
  ...typedEntries(agency),
})

export const typedDetails = (agency: Agency): TypedDetails => ({
  name: agency.name,
  email: agency.email ?? '',
  website_url: agency.website_url ?? '',
  contact_person: agency.contact_person ?? '',
  phone: agency.phone ?? '',
  logo_url: agency.logo_url ?? '',
  ...typedFacts(agency),
  seen: agency.updated_at,
})
