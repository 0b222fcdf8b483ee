import type { Headers } from '../protocol/messages.ts'

// Belong to the connection and not to the answer; the length is that of what is really sent; and `x-relay-error`
// would make the client take the function's own answer for a failure of the host.
const withheld = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-relay-error',
])

/** The headers of a function's answer that go to the caller; cookies each on their own. */
export function responseHeaders(response: Response): Headers {
  // A response of `fetch` has been decoded already, though its headers still say how it was encoded.
  const decoded = response.url !== ''
  const headers = [...response.headers].filter(
    ([name]) => !withheld.has(name) && !(decoded && name === 'content-encoding'),
  )
  if (response.status >= 500 && !response.headers.has('sb-error-code')) {
    headers.push(['sb-error-code', 'EDGE_FUNCTION_ERROR'])
  }
  return headers
}
