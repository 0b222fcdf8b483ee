import type { BreadcrumbList, Offer, Service, WebPage, WebSite } from 'schema-dts'
import { type Service as AgencyService, faq, type Plan, plans, services } from '../../agency.ts'
import { slot } from '../../lib/slot.ts'
import { agencyId } from '../facts/organization.ts'
import { type Billing, pricePerMonth } from '../pricing/plan-prices-and-features.ts'
import { indexedPages, type PublicPage } from './public-pages.ts'

/** The structured data of a page in the terms of schema.org: the page and the subjects that it mentions. */
export type PageGraph = readonly Node[]
type Node = WebSite | WebPage | BreadcrumbList | Service

type Subject = {
  path: string
  page: PublicPage
  /** The origin of the site, such as `https://mainstreet.example`. */
  origin: string
  pictureUrl: string
}

/**
 * Structured data of a page and its subjects except the agency (../facts/organization.ts). It contains only facts of
 * agency.ts, and no ratings, since there are none.
 */
export function structuredData(subject: Subject): PageGraph {
  const { path, origin } = subject
  const service = services.find(({ slug }) => path === `/services/${slug}`)
  return [
    website(origin),
    webPage(subject),
    ...(path === '/' ? [] : [breadcrumbs(subject)]),
    ...(service ? [offeredService(service, subject)] : []),
    ...(path === '/services' ? services.map((each) => offeredService(each, subject)) : []),
    ...(path === '/pricing' ? plans.map((plan) => offeredPlan(plan, origin)) : []),
  ]
}

const websiteId = (origin: string) => `${origin}/#website`

function website(origin: string): WebSite {
  return {
    '@type': 'WebSite',
    '@id': websiteId(origin),
    name: slot('name'),
    url: `${origin}/`,
    inLanguage: 'en-US',
    publisher: { '@id': agencyId(origin) },
  }
}

function webPage({ path, page, origin, pictureUrl }: Subject): WebPage {
  const url = origin + path
  const shared = {
    '@id': `${url}#page`,
    url,
    name: page.title,
    description: page.description,
    inLanguage: 'en-US',
    isPartOf: { '@id': websiteId(origin) },
    about: { '@id': agencyId(origin) },
    primaryImageOfPage: { '@type': 'ImageObject', url: pictureUrl, width: '1200', height: '630' },
    ...(path !== '/' && { breadcrumb: { '@id': `${url}#breadcrumbs` } }),
  } as const
  if (path === '/contact') return { '@type': 'ContactPage', ...shared }
  if (path !== '/pricing') return { '@type': 'WebPage', ...shared }
  return {
    '@type': 'FAQPage',
    ...shared,
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** The breadcrumbs of a page: the parent pages and the page itself. */
function breadcrumbs({ path, origin }: Subject): BreadcrumbList {
  const trail = indexedPages.filter(([above]) => above === '/' || path === above || path.startsWith(`${above}/`))
  return {
    '@type': 'BreadcrumbList',
    '@id': `${origin}${path}#breadcrumbs`,
    itemListElement: trail.map(([above, { name }], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + above,
    })),
  }
}

function offeredService({ slug, name, summary }: AgencyService, { origin }: Subject): Service {
  const url = `${origin}/services/${slug}`
  return {
    '@type': 'Service',
    '@id': `${url}#service`,
    name,
    serviceType: name,
    description: summary,
    url,
    provider: { '@id': agencyId(origin) },
  }
}

/** A plan as an offer in structured data; services have no prices of their own. */
function offeredPlan(plan: Plan, origin: string): Service {
  const { name, description } = plan
  return {
    '@type': 'Service',
    '@id': `${origin}/pricing#${name.toLowerCase().replaceAll(' ', '-')}`,
    name,
    description,
    url: `${origin}/pricing`,
    provider: { '@id': agencyId(origin) },
    offers: [offer(plan, 'monthly', origin), offer(plan, 'annual', origin)],
  }
}

function offer(plan: Plan, billing: Billing, origin: string): Offer {
  const price = pricePerMonth(plan, billing)
  return {
    '@type': 'Offer',
    name: `${plan.name}, billed ${billing === 'monthly' ? 'monthly' : 'annually'}`,
    url: `${origin}/pricing`,
    price,
    priceCurrency: 'USD',
    priceSpecification: [
      {
        '@type': 'UnitPriceSpecification',
        name: 'Per month',
        priceComponentType: 'https://schema.org/Subscription',
        price,
        priceCurrency: 'USD',
        // The UN/CEFACT code for a month.
        unitCode: 'MON',
      },
      {
        '@type': 'UnitPriceSpecification',
        name: 'Setup, once',
        priceComponentType: 'https://schema.org/ActivationFee',
        price: plan.setupFee,
        priceCurrency: 'USD',
      },
    ],
  }
}
