import type { AnsweredPage } from 'engine'
import { isbot } from 'isbot'

/** The pages, services and plans of the site: no other value is ever stored. */
export type KnownSite = {
  /** The page that calls to action lead to. */
  contact: string
  /** Pages for the agency's own staff, which are not counted. */
  apart: readonly string[]
  services: readonly string[]
  /** Pages about one service, each with the service. */
  servicePages: Readonly<Record<string, string>>
  plans: readonly string[]
}

/** The key of a count: page, service and plan; '' where unknown. */
export type Subject = { page: string; service: string; plan: string }
export type Counted = Subject & { visits: number; views: number; calls: number }

/**
 * Counts that one served page adds. A view is an opened page. A visit is a page opened from another site or directly,
 * the first of a series. A call to action is the contact page opened from another page of the site, and counts for that
 * other page. A page that the browser prefetches within the site counts as opened, since opening it later sends no
 * request; a prefetch from another site does not count.
 */
export function countsOfPage(page: AnsweredPage, site: KnownSite): Counted[] {
  const { path, from, headers } = page
  if (site.apart.includes(path) || !isPerson(headers) || isReload(headers)) return []
  const isWithin = from !== undefined || headers['sec-fetch-site'] === 'same-origin'
  if (isPrefetch(headers) ? !isWithin : !isNavigation(headers)) return []
  const here = { path, query: page.query }
  const counted: Counted[] = [{ ...subject(here, [here], site), visits: isWithin ? 0 : 1, views: 1, calls: 0 }]
  const caller = from?.path
  if (path === site.contact && caller !== undefined && caller !== path && !site.apart.includes(caller)) {
    const there = { path: caller, query: from?.query ?? '' }
    counted.push({ ...subject(there, [here, there], site), visits: 0, views: 0, calls: 1 })
  }
  return counted
}

type PageAddress = { path: string; query: string }

/** The service and plan: the first address that names a known one decides, else the topic of the page. */
function subject({ path }: PageAddress, places: PageAddress[], site: KnownSite): Subject {
  const named = (name: string, known: readonly string[]) =>
    places
      .map(({ query }) => normalizePlanName(new URLSearchParams(query).get(name) ?? ''))
      .map((asked) => known.find((one) => normalizePlanName(one) === asked))
      .find((found) => found !== undefined)
  return {
    page: path,
    service: named('service', site.services) ?? site.servicePages[path] ?? '',
    plan: named('plan', site.plans) ?? '',
  }
}

/** 'Growth AI', 'growth-ai' and 'growth+ai' are one plan. */
const normalizePlanName = (name: string) => name.toLowerCase().replaceAll(/[\s_-]+/g, '-')

type Headers = AnsweredPage['headers']

/** Robots are recognised by their user agent. */
export const isPerson = ({ 'user-agent': agent }: Headers) => agent !== undefined && agent !== '' && !isbot(agent)

/** A reload is not a new view. */
const isReload = ({ 'cache-control': caching = '' }: Headers) => /max-age=0|no-cache/.test(caching)

/** Whether a browser prefetched the page. */
export const isPrefetch = (headers: Headers) =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => String(headers[name] ?? '').startsWith('prefetch'))

/**
 * Whether the request opens a page in a window. Browsers send `sec-fetch` headers over HTTPS only; over HTTP the Accept
 * header decides.
 */
function isNavigation({ 'sec-fetch-mode': mode, 'sec-fetch-dest': goal, accept = '' }: Headers): boolean {
  if (mode === undefined) return accept.includes('text/html')
  return mode === 'navigate' && goal === 'document'
}
