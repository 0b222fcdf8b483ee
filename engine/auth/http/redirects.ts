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
  if (/[\p{Cc}\s\\]/u.test(target) || !URL.canParse(target)) return false
  const url = new URL(target)
  if (isSameSite(url, new URL(siteUrl))) return true
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Written out: 2130706433 is 127.0.0.1 as well, and nobody means it honestly.
  if (isIP(host)) return isLoopbackIp(host) && target.includes(host) && /^https?:$/.test(url.protocol)
  const [withoutFragment = ''] = target.split('#', 1)
  return redirectPatterns.some((pattern) => pattern.test(withoutFragment))
}

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
