import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

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
export function responseHeaders(response: Response): [name: string, value: string][] {
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

/** Sends a web Response, its body chunk by chunk as the caller takes it; a body that says nothing for `idleMs` is cut. */
export function sendResponse(reply: FastifyReply, response: Response, idleMs: number): FastifyReply {
  reply.code(response.status)
  for (const [name, value] of responseHeaders(response)) reply.header(name, value)
  return reply.send(response.body && paced(response.body, reply.raw, idleMs))
}

/** Lets the headers go ahead of a body that is slow to start, as that of an event stream. */
function paced(body: ReadableStream<Uint8Array>, raw: ServerResponse, idleMs: number): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const slow = raw.headersSent ? undefined : setImmediate(() => raw.flushHeaders())
        const idle = setTimeout(() => {
          raw.destroy() // before the body ends, or the caller would take it for whole
          reader.cancel().catch(() => {}) // the function's own trouble: its caller is gone
        }, idleMs)
        const { done, value } = await reader.read().finally(() => {
          clearTimeout(idle)
          clearImmediate(slow)
        })
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
