import type { Headers } from '../protocol/messages.ts'

// Headers of the connection rather than of the response; the length, which is computed from the sent bytes; and
// `x-relay-error`, with which the client would take the function's own response for a failure of the host.
const withheldHeaders = new Set([
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

/** The headers of a function's response that are sent to the caller, with each cookie separate. */
export function responseHeaders(response: Response): Headers {
  const headers = [...response.headers].filter(([name]) => !withheldHeaders.has(name))
  if (response.status >= 500 && !response.headers.has('sb-error-code')) {
    headers.push(['sb-error-code', 'EDGE_FUNCTION_ERROR'])
  }
  return headers
}
