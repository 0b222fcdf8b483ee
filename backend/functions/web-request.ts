import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** What the function sees of the URL: its own name first. Undefined for a URL that is not below the prefix. */
export function functionPath(url: string | undefined, prefix: string): string | undefined {
  return url?.startsWith(`${prefix}/`) ? url.slice(prefix.length) : undefined
}

type Options = {
  path: string
  /** The caller's, if known; a proxy may have passed on anything. */
  address: string
  signal: AbortSignal
}

/**
 * A web Request over a Node one. The body is read from the wire only as far as the function reads it; `release` lets
 * go of the rest once the request has been answered.
 */
export function toWebRequest(raw: IncomingMessage, options: Options): { request: Request; release(): Promise<void> } {
  const method = raw.method ?? 'GET'
  const headers = new Headers()
  for (const [name, values] of Object.entries(raw.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  // The hosted gateway sets it, so functions trust it; a caller must not be able to.
  headers.set('x-forwarded-for', isIP(options.address) ? options.address : (raw.socket.remoteAddress ?? ''))
  const init = { method, headers, signal: options.signal }
  const url = requestUrl(raw.headers.host, options.path)
  if (!hasBody(raw)) return { request: new Request(url, init), release: async () => {} }
  const { body, release } = bodyOf(raw)
  return { request: new Request(url, { ...init, body, duplex: 'half' }), release }
}

function requestUrl(host: string | undefined, path: string): string {
  const safeHost = host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`)
  return `http://${safeHost ? host : 'localhost'}${path}`
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Not `Readable.toWeb`: that takes hold of the stream at once, and Node then leaves an unread body in the connection. */
function bodyOf(raw: IncomingMessage) {
  let chunks: AsyncIterator<Buffer> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= raw.iterator({ destroyOnReturn: false })
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      },
    },
    { highWaterMark: 0 },
  )
  const release = async () => {
    await chunks?.return?.().catch(() => {}) // fails where the connection is gone, and then nothing is left to read
    raw.resume()
  }
  return { body, release }
}
