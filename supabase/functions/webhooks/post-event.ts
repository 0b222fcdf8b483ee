import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { hostOf, parseWebhookUrl, resolveAddress, Unreachable } from './reachable-address.ts'

/** The answer of a receiver: its status, null if there was none, and the beginning of its body or the reason. */
export type Answer = { status: number | null; words: string }

type PostOptions = { networks: Parameters<typeof resolveAddress>[1]; timeoutMs?: number }

const TIMEOUT_MS = 10_000
const LONGEST_ANSWER = 500

/**
 * Posts a body and returns the answer, whatever goes wrong. `fetch` would resolve the name of the host anew and follow
 * redirects, so this uses Node's own client, which connects to the address that was checked and follows none.
 */
export async function postEvent(
  address: string,
  headers: Record<string, string>,
  body: string,
  { networks, timeoutMs = TIMEOUT_MS }: PostOptions,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const url = parseWebhookUrl(address)
    const ip = await resolveAddress(url, networks)
    const response = await exchange(url, ip, headers, body, signal)
    const status = response.statusCode ?? null
    const words = await readBeginning(response)
    const isRedirect = status !== null && status >= 300 && status < 400
    return { status, words: isRedirect ? 'It answers with a redirect, which is not followed.' : words }
  } catch (error) {
    return { status: null, words: reasonOf(error, signal, timeoutMs) }
  }
}

function exchange(
  url: URL,
  ip: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const host = hostOf(url)
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request: ClientRequest = ask({
    host: ip,
    port: url.port === '' ? undefined : url.port,
    path: url.pathname + url.search,
    method: 'POST',
    headers: { ...headers, host: url.host, 'content-length': String(new TextEncoder().encode(body).byteLength) },
    // The certificate is that of the name, although the connection is to the address.
    servername: isIP(host) ? '' : host,
    agent: false,
    signal,
  })
  request.on('error', reject)
  request.on('response', resolve)
  request.end(body)
  return promise
}

/**
 * The first characters of an answer, as far as they come in time: the receiver has decided once its status is here. The
 * rest is not read. Characters that PostgreSQL cannot store are removed.
 */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= LONGEST_ANSWER) break
    }
  } catch {
    // The body is late or cut short.
  }
  return text.slice(0, LONGEST_ANSWER).replaceAll('\0', '').toWellFormed().trim()
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed without an answer.',
  EHOSTUNREACH: 'The server could not be reached.',
  ENETUNREACH: 'The server could not be reached.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is signed by itself.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate cannot be verified.',
}

function reasonOf(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (error instanceof Unreachable) return error.message
  if (signal.aborted) return `There was no answer within ${timeoutMs / 1000} seconds.`
  return (
    reasons[String(Object(error).code)] ?? `It could not be reached: ${Object(error).message}`.slice(0, LONGEST_ANSWER)
  )
}
