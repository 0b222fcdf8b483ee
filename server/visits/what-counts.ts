import type { AnsweredPage } from 'engine'
import { isbot } from 'isbot'

/** What the site knows of itself: nothing else is ever written down. */
export type KnownSite = {
  /** The page that calls to action lead to. */
  contact: string
  /** Pages for the agency's own people. */
  apart: readonly string[]
  services: readonly string[]
  /** The pages that are about one service, each with which. */
  servicePages: Readonly<Record<string, string>>
  plans: readonly string[]
}

/** What is counted: of which page, service and plan; '' where none is known. */
export type Subject = { page: string; service: string; plan: string }
export type Counted = Subject & { visits: number; views: number; calls: number }

/**
 * What one answered page adds to the counts. A view is a page that was opened; a visit is one that was opened from
 * elsewhere, the first of however many; a call to action is the contact page opened from another page of the site, and
 * counts for that other page. Browsers fetch a page of the site ahead when somebody points at a link, and ask no more when
 * they open it: that counts as opened. What they fetch ahead for another site does not.
 */
export function whatCounts(page: AnsweredPage, site: KnownSite): Counted[] {
  const { path, from, headers } = page
  if (site.apart.includes(path) || !isPerson(headers) || isReload(headers)) return []
  const isWithin = from !== undefined || headers['sec-fetch-site'] === 'same-origin'
  if (isAhead(headers) ? !isWithin : !isNavigation(headers)) return []
  const here = { path, query: page.query }
  const counted: Counted[] = [{ ...subject(here, [here], site), visits: isWithin ? 0 : 1, views: 1, calls: 0 }]
  const caller = from?.path
  if (path === site.contact && caller !== undefined && caller !== path && !site.apart.includes(caller)) {
    const there = { path: caller, query: from?.query ?? '' }
    counted.push({ ...subject(there, [here, there], site), visits: 0, views: 0, calls: 1 })
  }
  return counted
}

type Place = { path: string; query: string }

/** The first place that names a service or plan of the site decides; failing that, what the page is about. */
function subject({ path }: Place, places: Place[], site: KnownSite): Subject {
  const named = (name: string, known: readonly string[]) =>
    places
      .map(({ query }) => inOneSpelling(new URLSearchParams(query).get(name) ?? ''))
      .map((asked) => known.find((one) => inOneSpelling(one) === asked))
      .find((found) => found !== undefined)
  return {
    page: path,
    service: named('service', site.services) ?? site.servicePages[path] ?? '',
    plan: named('plan', site.plans) ?? '',
  }
}

/** 'Growth AI', 'growth-ai' and 'growth+ai' are one plan. */
const inOneSpelling = (name: string) => name.toLowerCase().replaceAll(/[\s_-]+/g, '-')

type Headers = AnsweredPage['headers']

/** Whoever does not say that they are a robot. */
export const isPerson = ({ 'user-agent': agent }: Headers) => agent !== undefined && agent !== '' && !isbot(agent)

/** Nothing is seen by it that was not seen before. */
const isReload = ({ 'cache-control': caching = '' }: Headers) => /max-age=0|no-cache/.test(caching)

/** Fetched by a browser before anybody asked for it. */
export const isAhead = (headers: Headers) =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => String(headers[name] ?? '').startsWith('prefetch'))

/** A page in a window of its own. Browsers do not say so over plain HTTP: there it is who asks for HTML. */
function isNavigation({ 'sec-fetch-mode': mode, 'sec-fetch-dest': goal, accept = '' }: Headers): boolean {
  if (mode === undefined) return accept.includes('text/html')
  return mode === 'navigate' && goal === 'document'
}
