import { hashOf } from '../_shared/hash.ts'
import { LinkAttempts } from '../_shared/link-attempts.ts'
import { addressOf } from '../_shared/runtime.ts'
import { calendarText, parseFeed } from './calendar-text.ts'

type Feeds = {
  siteUrl: string | undefined
  /** The feed with the hash of this secret; null if there is none, or no longer. */
  open(secretHash: string): Promise<unknown>
}

const PATH = /\/calendar\/([\w-]{43})\.ics$/

const attempts = new LinkAttempts()

/**
 * Answers a calendar program. A guess, a revoked address and one of somebody who has left get the same 404. Each answer is asked for
 * anew, because rights may change at any time, and costs little if nothing has.
 */
export async function answerCalendar(request: Request, { siteUrl, open }: Feeds): Promise<Response> {
  if (request.method !== 'GET') return new Response('Method not allowed', { status: 405, headers: { allow: 'GET' } })
  const secret = PATH.exec(new URL(request.url).pathname)?.[1]
  const network = networkOf(addressOf(request))
  if (secret === undefined) return notFound()
  if (attempts.isBlocked(network)) return tryLater(429, 'Too many addresses that do not exist were tried from here.')
  try {
    const feed = parseFeed(await open(await hashOf(secret)))
    if (feed === undefined) {
      attempts.add(network)
      return notFound()
    }
    const text = calendarText(feed, siteUrl)
    const etag = `"${await hashOf(text)}"`
    const headers = { ...SHARED_HEADERS, etag }
    if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
    const type = { 'content-type': 'text/calendar; charset=utf-8' }
    return new Response(text, {
      headers: { ...headers, ...type, 'content-disposition': 'inline; filename="calendar.ics"' },
    })
  } catch (error) {
    console.error(error)
    return tryLater(503, 'The calendar cannot be read right now.')
  }
}

const SHARED_HEADERS = {
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

/** A calendar keeps what it has and tries again, whereas it may drop everything after a 404. */
const tryLater = (status: number, why: string) =>
  new Response(why, { status, headers: { ...SHARED_HEADERS, 'retry-after': '300' } })

const notFound = () => new Response('Not found', { status: 404, headers: SHARED_HEADERS })

/** One visitor has many addresses of IPv6, and one network of them. */
const networkOf = (address: string) => (address.includes(':') ? address.split(':').slice(0, 4).join(':') : address)
