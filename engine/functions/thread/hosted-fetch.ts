/** The encodings that `fetch` decodes. It passes on a body in any other as it came. */
const decodedEncodings = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/** Headers of the connection that a request came by. `fetch` refuses to send them. */
const connectionHeaders = ['expect', 'keep-alive', 'transfer-encoding', 'upgrade']

/** Makes `fetch` and `Request` behave as on the hosted runtime, where Node's differ. */
export function installHostedFetch() {
  const { fetch, Request } = globalThis
  globalThis.fetch = async (input, init) => describedAsDecoded(await fetch(input, sendable(input, init)))
  globalThis.Request = new Proxy(Request, {
    construct: (target, [input, init], newTarget) => Reflect.construct(target, [input, streamable(init)], newTarget),
  })
}

/** The settings of a request that may forward the headers of another one. */
function sendable(input: string | URL | Request, settings: RequestInit | undefined): RequestInit {
  const init = settings ?? {} // null is allowed, too
  const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}))
  for (const name of connectionHeaders) headers.delete(name)
  // The length may be another body's, and `fetch` itself knows the length of any body but a stream.
  if (init.body && !isStream(init.body)) headers.delete('content-length')
  return withSettings(streamable(init) ?? init, { headers })
}

/** Node asks for `duplex` where the body is a stream, although it knows only one value. */
const streamable = (init?: RequestInit) =>
  init?.body && isStream(init.body) ? withSettings(init, { duplex: 'half' }) : init

const isStream = (body: NonNullable<RequestInit['body']>) => typeof body === 'object' && Symbol.asyncIterator in body

/** The settings with others in their place. They may be a Request, whose properties a spread would leave out. */
const withSettings = (init: RequestInit, others: RequestInit): RequestInit =>
  new Proxy<RequestInit>({}, { get: (_, name) => Reflect.get(name in others ? others : init, name) })

/**
 * The response without the headers of the encoding that its body had on the way: a function that passes them on with
 * the decoded body would announce another body than it sends.
 */
function describedAsDecoded(response: Response): Response {
  const encodings = response.headers.get('content-encoding')?.toLowerCase().split(',')
  if (!encodings?.every((encoding) => decodedEncodings.has(encoding.trim()))) return response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const clone = response.clone.bind(response)
  return Object.defineProperties(response, {
    headers: { value: headers },
    clone: { value: () => describedAsDecoded(clone()) },
  })
}
