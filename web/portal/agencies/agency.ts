import type { Agency } from '../../lib/row-types.ts'
import { z } from '../../lib/zod.ts'
import type { Tone } from '../../ui/badge.tsx'
import { agencyDetailsForm, typedDetails } from '../agency-details/agency-details.ts'
import { noFacts } from '../agency-details/website-facts.ts'

export type { Agency } from '../../lib/row-types.ts'

type Tier = Agency['subscription_tier']

export const tiers = ['basic', 'pro', 'enterprise'] as const satisfies readonly Tier[]

export const tierTones = { basic: 'grey', pro: 'blue', enterprise: 'purple' } satisfies Record<Tier, Tone>

/** Everything that a super admin decides about an agency. */
export const agencyForm = agencyDetailsForm.extend({
  subscription_tier: z.enum(tiers),
  is_active: z.boolean(),
  answers_website: z.boolean(),
  show_clients_their_plan: z.boolean(),
})

export type TypedAgency = z.input<typeof agencyForm>
export type NewAgency = z.output<typeof agencyForm>

export const emptyAgency: TypedAgency = {
  name: '',
  email: '',
  website_url: '',
  contact_person: '',
  phone: '',
  logo_url: '',
  ...noFacts,
  seen: '',
  subscription_tier: 'basic',
  is_active: true,
  answers_website: false,
  show_clients_their_plan: false,
}

export const typedAgency = (agency: Agency): TypedAgency => ({
  ...typedDetails(agency),
  subscription_tier: agency.subscription_tier,
  is_active: agency.is_active,
  answers_website: agency.answers_website,
  show_clients_their_plan: agency.show_clients_their_plan,
})
