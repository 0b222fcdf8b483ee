import type { Organization, ProfessionalService } from 'schema-dts'
import { agency, plans } from '../../agency.ts'
import { callLink } from '../../lib/call-link.ts'
import type { SiteFacts } from '../../lib/site-facts.ts'
import { webLink } from '../../lib/web-link.ts'

export const agencyId = (origin: string) => `${origin}/#agency`

/** The agency as structured data: a ProfessionalService if it has an address, otherwise an Organization. */
export function organization(facts: SiteFacts, origin: string): Organization | ProfessionalService {
  const { name, phone, email, postal_address: address } = facts
  const links = facts.social_links.flatMap((link) => webLink(link) ?? [])
  const known = {
    '@id': agencyId(origin),
    name,
    description: agency.description,
    slogan: agency.promise,
    url: `${origin}/`,
    logo: webLink(facts.logo_url ?? '') ?? `${origin}/icon-512.png`,
    ...(phone && callLink(phone) && { telephone: phone }),
    ...(email && { email }),
    ...(links.length > 0 && { sameAs: links }),
  }
  if (!address) return { '@type': 'Organization', ...known }
  const prices = plans.map(({ monthlyPrice }) => monthlyPrice)
  return {
    '@type': 'ProfessionalService',
    ...known,
    image: known.logo,
    address: address.split('\n').join(', '),
    priceRange: `$${Math.min(...prices)}-$${Math.max(...prices)} per month`,
  }
}
