import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { functionErrors } from './errors.ts'
import type { Headers, RequestHead } from './protocol/messages.ts'

/** The path as the function sees it, beginning with its name; undefined for a URL outside the prefix. */
export function functionPath(url: string | undefined, prefix: string): string | undefined {
  return url?.startsWith(`${prefix}/`) ? url.slice(prefix.length) : undefined
}

/** A request to a function; its body is read from the connection only as far as the function reads it. */
export type IncomingCall = {
  name: string
  authorization: string | undefined
  head: RequestHead
  nextChunk(): Promise<{ done?: boolean; value?: unknown }>
  /** Rejects once the body exceeds the largest allowed size. */
  excess: Promise<never>
  /** Discards the rest of the body once the request has been answered. */
  release(): Promise<void>
}

type CallContext = {
  path: string
  /** The caller's address, if known; the header of a proxy is not trusted here. */
  address: string
  /** The largest body; undefined where no body is read. */
  maxBytes?: number
}

/** Builds a call from a request. Throws where the declared length is too large. */
export function incomingCall(
  raw: IncomingMessage,
  { path, address, maxBytes = Number.POSITIVE_INFINITY }: CallContext,
): IncomingCall {
  const tooLarge = () => functionErrors.bodyTooLarge(maxBytes)
  if (Number(raw.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const { promise: excess, reject } = Promise.withResolvers<never>()
  excess.catch(() => {}) // the function may have answered before
  let bytes = 0
  const url = requestUrl(raw.headers.host, path)
  // `Readable.toWeb` would start reading at once, and Node then leaves an unread body in the connection.
  let chunks: AsyncIterator<Buffer> | undefined
  return {
    name: new URL(url).pathname.split('/')[1] ?? '',
    authorization: raw.headers.authorization,
    head: { method: raw.method ?? 'GET', url, headers: headersOf(raw, address), hasBody: hasBody(raw) },
    excess,
    async nextChunk() {
      chunks ??= raw.iterator({ destroyOnReturn: false })
      const next = await chunks.next()
      bytes += next.done ? 0 : next.value.length
      if (bytes <= maxBytes) return next
      reject(tooLarge())
      throw tooLarge()
    },
    async release() {
      await chunks?.return?.().catch(() => {}) // fails where the connection is gone, and then nothing is left to read
      raw.resume()
    },
  }
}

function headersOf(raw: IncomingMessage, address: string): Headers {
  const headers: Headers = []
  for (const [name, values] of Object.entries(raw.headersDistinct)) {
    // Functions trust this header, because the hosted gateway sets it; callers must not be able to.
    if (name !== 'x-forwarded-for') for (const value of values ?? []) headers.push([name, value])
  }
  headers.push(['x-forwarded-for', isIP(address) ? address : (raw.socket.remoteAddress ?? '')])
  return headers
}

function requestUrl(host: string | undefined, path: string): string {
  const safeHost = host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`)
  return `http://${safeHost ? host : 'localhost'}${path}`
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
