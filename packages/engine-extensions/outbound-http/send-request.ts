import { lookup as resolve } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export type OutboundRequest = {
  method: string
  url: string
  headers: Record<string, string> | null
  body: Uint8Array | null
}

export type Answer = {
  status: number
  contentType: string | null
  headers: Record<string, string>
  content: string
}

/** Whether an outgoing request may connect to an address. */
export type MayReach = (address: string, port: number) => boolean

/** The rules of outgoing requests: rewritten URLs and permitted addresses. */
export type RequestRules = {
  mayReach: MayReach
  /** The actual address of a URL that means this server. */
  addressOf(url: string): string
}

const MAX_REDIRECTS = 10
const MAX_ANSWER_BYTES = 5 * 1024 * 1024

/**
 * Makes one HTTP request for SQL and follows redirects. Every resolved address on the way must be permitted by
 * `mayReach`.
 */
export async function sendRequest(
  outbound: OutboundRequest,
  { mayReach, addressOf }: RequestRules,
  signal: AbortSignal,
): Promise<Answer> {
  let next = { ...outbound, method: outbound.method.toUpperCase(), url: addressOf(outbound.url) }
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const url = parseAddress(next.url)
    const response = await send(url, next, mayReach, signal)
    const { statusCode = 0, headers } = response
    if (!isRedirect(statusCode) || headers.location === undefined) return answerOf(response, statusCode)
    response.destroy()
    next = redirected(next, statusCode, url, new URL(headers.location, url))
  }
  throw new Error('Number of redirects hit maximum amount')
}

function parseAddress(text: string): URL {
  const url = URL.parse(text)
  if (!url) throw new Error('URL using bad/illegal format or missing URL')
  if (!/^https?:$/.test(url.protocol)) throw new Error('Unsupported protocol')
  return url
}

function send(url: URL, { method, headers, body }: OutboundRequest, mayReach: MayReach, signal: AbortSignal) {
  const { request } = url.protocol === 'https:' ? https : http
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address in a URL is not looked up, so it is checked here; a host name is checked when it has been resolved.
  if (isIP(host) && !mayReach(host, port)) throw refused(host)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(url, {
    method,
    headers: { 'User-Agent': 'pg_net', ...headers, ...(body && { 'Content-Length': body.length }) },
    lookup: lookupOf((address) => mayReach(address, port)),
    agent: false,
    signal,
  })
  sent
    .on('response', resolve)
    .on('error', reject)
    .end(body ?? undefined)
  return promise
}

const refused = (host: string) =>
  new Error(`${host} is a private address: PG_NET_PRIVATE_ADDRESSES lists the ones that may be requested`)

/** A lookup function that only returns permitted addresses. */
const lookupOf =
  (mayReach: (address: string) => boolean): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first, ...others] = error ? [] : found.filter(({ address }) => mayReach(address))
      if (!first) callback(error ?? refused(host), [])
      else if (options.all) callback(null, [first, ...others])
      else callback(null, first.address, first.family)
    })

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/**
 * The request after a redirect. Credentials for one server are not sent to another, and only 307 and 308 keep the
 * method and body.
 */
function redirected(outbound: OutboundRequest, status: number, from: URL, to: URL): OutboundRequest {
  const isSame = status === 307 || status === 308 || outbound.method === 'GET'
  const dropped = [
    ...(from.origin === to.origin ? [] : ['authorization', 'cookie']),
    ...(isSame ? [] : ['content-type', 'content-length']),
  ]
  const kept = Object.entries(outbound.headers ?? {}).filter(([name]) => !dropped.includes(name.toLowerCase()))
  const same = { url: to.href, headers: Object.fromEntries(kept) }
  return isSame ? { ...outbound, ...same } : { ...same, method: 'GET', body: null }
}

async function answerOf(response: IncomingMessage, status: number): Promise<Answer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) throw new Error(`The answer is larger than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return {
    status,
    contentType: response.headers['content-type'] ?? null,
    headers: asWritten(response.rawHeaders),
    // PostgreSQL text cannot contain the character U+0000, so it is removed.
    content: Buffer.concat(chunks).toString().replaceAll('\0', ''),
  }
}

/** The response headers with their names as the server wrote them. */
function asWritten(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let i = 0; i + 1 < raw.length; i += 2) headers[raw[i] ?? ''] = raw[i + 1] ?? ''
  return headers
}

/** The reason for a failed request, as pg_net stores it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // If all addresses of a host refuse, Node's AggregateError has no message of its own.
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return error.message
}
