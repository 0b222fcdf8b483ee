import { describe, expect, it } from 'vitest'
import { faq, plans, services } from '../../agency.ts'
import { terms } from '../../lib/terms.ts'
import { agencyId } from '../facts/organization.ts'
import { indexedPages } from './public-pages.ts'
import { structuredData } from './structured-data.ts'

const origin = 'https://mainstreet.test'
const pictureUrl = `${origin}/assets/share.png`

type Thing = { [property: string]: unknown }

/** Required properties of structured data by type; the types of schema-dts check all other names. */
const required: Record<string, readonly string[]> = {
  WebSite: ['@id', 'name', 'url', 'publisher'],
  WebPage: ['@id', 'url', 'name', 'description', 'isPartOf', 'primaryImageOfPage'],
  ContactPage: ['@id', 'url', 'name', 'description', 'isPartOf', 'primaryImageOfPage'],
  FAQPage: ['@id', 'url', 'name', 'description', 'mainEntity', 'primaryImageOfPage'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  BreadcrumbList: ['@id', 'itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Service: ['@id', 'name', 'description', 'url', 'provider'],
  Offer: ['name', 'url', 'price', 'priceCurrency', 'priceSpecification'],
  UnitPriceSpecification: ['name', 'price', 'priceCurrency', 'priceComponentType'],
  ImageObject: ['url', 'width', 'height'],
}

const graphs = indexedPages.map(([path, page]) => ({ path, graph: structuredData({ path, page, origin, pictureUrl }) }))

describe.each(graphs)('$path', ({ path, graph }) => {
  const all = things(graph)

  it('says what every thing needs', () => {
    for (const thing of all.filter((each) => '@type' in each)) {
      const properties = required[String(thing['@type'])]
      expect(properties, String(thing['@type'])).toBeDefined()
      for (const property of properties ?? []) expect(thing[property], `${thing['@type']} ${property}`).toBeTruthy()
    }
  })

  it('refers only to what it describes', () => {
    const described = new Set([agencyId(origin), ...all.filter((each) => '@type' in each).map((each) => each['@id'])])
    for (const reference of all.filter((each) => !('@type' in each))) {
      expect(Object.keys(reference)).toEqual(['@id'])
      expect(described).toContain(reference['@id'])
    }
  })

  it('names whole addresses of this site', () => {
    for (const { url, item } of all) {
      for (const address of [url, item].filter(Boolean)) expect(address).toMatch(/^https:\/\/mainstreet\.test\//)
    }
  })

  it('is about the site and this page', () => {
    const types = graph.map((thing) => Object(thing)['@type'])
    expect(types[0]).toBe('WebSite')
    expect(all.filter(({ url, '@type': type }) => url === origin + path && /Page$/.test(String(type)))).toHaveLength(1)
  })

  it('claims no ratings', () => {
    expect(JSON.stringify(graph)).not.toMatch(/rating|review/i)
  })
})

it('trails lead from the home page through the pages above', () => {
  expect(trailOf('/')).toBeUndefined()
  expect(trailOf('/pricing')).toEqual(['Home', 'Pricing'])
  expect(trailOf('/services/web-development')).toEqual(['Home', 'Services', 'Web Development'])
})

it('the FAQ is that of the page', () => {
  const questions = ofType('/pricing', 'Question')
  expect(questions.map((each) => [each.name, Object(each.acceptedAnswer).text])).toEqual(
    faq.map(({ question, answer }) => [question, answer]),
  )
})

it('the offers are the plans: monthly, annually for a tenth less, and a setup fee', () => {
  const offers = ofType('/pricing', 'Service').map((service) => things(service.offers))
  const numbers = offers.map((all) =>
    all.filter((each) => each['@type'] === 'UnitPriceSpecification').map(({ price }) => price),
  )
  expect(numbers).toEqual([
    [249, 500, 224, 500],
    [499, 1000, 449, 1000],
    [749, 1500, 674, 1500],
  ])
  expect(numbers.map(([monthly, setup]) => [monthly, setup])).toEqual(
    plans.map(({ monthlyPrice, setupFee }) => [monthlyPrice, setupFee]),
  )
  expect(terms.annualDiscount).toBe(0.1)
})

it('each service has its page, and the overview has them all', () => {
  expect(ofType('/services', 'Service').map(({ name }) => name)).toEqual(services.map(({ name }) => name))
  for (const { slug, name } of services) {
    expect(ofType(`/services/${slug}`, 'Service').map((service) => service.name)).toEqual([name])
  }
})

const ofType = (path: string, type: string) =>
  things(graphs.find((each) => each.path === path)?.graph).filter((thing) => thing['@type'] === type)

function trailOf(path: string) {
  const [list] = ofType(path, 'BreadcrumbList')
  return list && things(list.itemListElement).map(({ name }) => name)
}

/** All objects of structured data within a value. */
function things(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(things)
  if (typeof value !== 'object' || value === null) return []
  return [{ ...value }, ...Object.values(value).flatMap(things)]
}
