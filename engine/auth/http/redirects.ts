import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AuthSettings } from '../settings.ts'
import { queryText } from './read-body.ts'

/**
 * Where a mail link leads in the end: what the request asks for, else the page it came from, else the site. A target
 * that is not allowed is passed over without an error, so that nobody learns the list by trying
 * (docs/wire/auth.md#redirects).
 */
export function chooseRedirect(request: FastifyRequest, settings: AuthSettings): string {
  const header = request.headers.redirect_to
  const asked = typeof header === 'string' && header !== '' ? header : queryText(request, 'redirect_to')
  return firstAllowed([asked, request.headers.referer ?? ''], settings)
}

/** The first target that is allowed, else the site; as a header can hold it. */
export const firstAllowed = (targets: readonly string[], settings: AuthSettings): string =>
  inAscii(targets.find((target) => isAllowed(target, settings)) ?? settings.siteUrl)

/** The same address, written as browsers write it. */
const inAscii = (target: string) => target.toWellFormed().replace(/[^\x20-\x7e]+/g, encodeURIComponent)

/** Whether the site, or the project’s list, has this address. */
export function isAllowed(target: string, { siteUrl, redirectPatterns }: AuthSettings): boolean {
  // Browsers drop these characters, so that what is checked would not be what is opened.
  if (/[\p{Cc}\s\\]/u.test(target)) return false
  const url = URL.parse(target)
  if (url && isSameSite(url, new URL(siteUrl))) return true
  // An app's own scheme may be none by the standard, as com.my_app://callback.
  if (/^https?:/i.test(target)) {
    const host = hostIn(target)
    if (host === undefined || url?.hostname !== host) return false
    const ip = host.replace(/^\[|\]$/g, '')
    if (isIP(ip)) return isLoopbackIp(ip)
  }
  const [withoutFragment = ''] = target.split('#', 1)
  return redirectPatterns.some((pattern) => pattern.test(withoutFragment))
}

/**
 * As it is written there. Browsers read some otherwise, 2130706433 as 127.0.0.1 and letters as others, and nobody who writes
 * so means it honestly.
 */
const hostIn = (target: string) =>
  /^https?:\/\/(?:[^/?#@]*@)?(\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::\d*)?(?:[/?#]|$)/i
    .exec(target)?.[1]
    ?.toLowerCase()

function isSameSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false
  return url.port === site.port || isLoopback(site.hostname)
}

const isLoopback = (host: string) => host === 'localhost' || isLoopbackIp(host.replace(/^\[|\]$/g, ''))

const isLoopbackIp = (ip: string) => ip === '::1' || (isIP(ip) === 4 && ip.startsWith('127.'))

/** The target with values in its fragment, written as forms write them. */
export function withFragment(target: string, values: Record<string, string>): string {
  const [base = ''] = target.split('#', 1)
  return `${base}#${sorted(values)}`
}

/** The target with values in its query, beside those it has. */
export function withQuery(target: string, values: Record<string, string>): string {
  const [address = '', fragment] = target.split('#', 2)
  const [base = '', query] = address.split('?', 2)
  const merged = sorted({ ...Object.fromEntries(new URLSearchParams(query)), ...values })
  return `${base}?${merged}${fragment === undefined ? '' : `#${fragment}`}`
}

const sorted = (values: Record<string, string>) => {
  const parameters = new URLSearchParams(values)
  parameters.sort()
  return parameters.toString()
}
