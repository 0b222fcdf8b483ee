import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AuthSettings } from '../auth-settings.ts'
import { queryText } from './read-body.ts'

/**
 * Where a mail link leads at the end: the requested URL, else the page that the request came from, else the site. A URL
 * that is not allowed is ignored without an error, so that the list cannot be found out by trying
 * (docs/wire/auth.md#redirects).
 */
export function chooseRedirect(request: FastifyRequest, settings: AuthSettings): string {
  const header = request.headers.redirect_to
  const asked = typeof header === 'string' && header !== '' ? header : queryText(request, 'redirect_to')
  return firstAllowed([asked, request.headers.referer ?? ''], settings)
}

/** The first allowed URL, else the site, encoded for a header. */
export const firstAllowed = (targets: readonly string[], settings: AuthSettings): string =>
  asciiUrl(targets.find((target) => isAllowed(target, settings)) ?? settings.siteUrl)

/** The URL with other characters percent-encoded, as browsers do. */
const asciiUrl = (target: string) => target.toWellFormed().replace(/[^\x20-\x7e]+/g, encodeURIComponent)

/** Whether the URL belongs to the site or matches the project's list. */
export function isAllowed(target: string, { siteUrl, redirectPatterns }: AuthSettings): boolean {
  // Browsers remove these characters, so the checked URL would not be the one that is opened.
  if (/[\p{Cc}\s\\]/u.test(target)) return false
  const url = URL.parse(target)
  if (url && isSameSite(url, new URL(siteUrl))) return true
  // An app's own scheme may be invalid by the standard, such as com.my_app://callback.
  if (/^https?:/i.test(target)) {
    const host = hostOf(target)
    if (host === undefined || url?.hostname !== host) return false
    const ip = host.replace(/^\[|\]$/g, '')
    if (isIP(ip)) return isLoopbackIp(ip)
  }
  const [withoutFragment = ''] = target.split('#', 1)
  return redirectPatterns.some((pattern) => pattern.test(withoutFragment))
}

/**
 * The host as it is written. Browsers interpret some differently, such as 2130706433 as 127.0.0.1, which only attackers
 * use.
 */
const hostOf = (target: string) =>
  /^https?:\/\/(?:[^/?#@]*@)?(\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::\d*)?(?:[/?#]|$)/i
    .exec(target)?.[1]
    ?.toLowerCase()

function isSameSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false
  return url.port === site.port || isLoopback(site.hostname)
}

const isLoopback = (host: string) => host === 'localhost' || isLoopbackIp(host.replace(/^\[|\]$/g, ''))

const isLoopbackIp = (ip: string) => ip === '::1' || (isIP(ip) === 4 && ip.startsWith('127.'))

/** Adds form-encoded values as the URL's fragment. */
export function withFragment(target: string, values: Record<string, string>): string {
  const [base = ''] = target.split('#', 1)
  return `${base}#${sorted(values)}`
}

/** Adds values to the URL's query. */
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
