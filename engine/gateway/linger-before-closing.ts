import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How long the rest of a request body is read after the answer was sent. */
const LINGER_MS = 30_000

/**
 * Delays closing a connection until the rest of the request body has arrived (RFC 9112, section 9.6). A connection that
 * is closed while the caller still sends is reset, and the reset overtakes the answer: instead of a refusal the caller
 * would see a broken connection.
 */
export function lingerBeforeClosing(app: FastifyInstance, lingerMs = LINGER_MS) {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || !isStillSending(raw) || !endsWith(reply)) return payload
    reply.header('content-length', Buffer.byteLength(payload))
    return Readable.from(answerAndWait(Buffer.from(payload), raw, lingerMs))
  })
}

const isStillSending = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined)

const endsWith = (reply: FastifyReply): boolean =>
  !reply.raw.shouldKeepAlive || reply.getHeader('connection') === 'close'

async function* answerAndWait(answer: Buffer, raw: IncomingMessage, lingerMs: number) {
  yield answer
  raw.resume()
  // A caller that disconnects or takes too long does not need the rest.
  await finished(raw, { signal: AbortSignal.timeout(lingerMs) }).catch(() => undefined)
}
