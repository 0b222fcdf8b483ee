import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** For what a caller still sends when the answer is out already. */
const LINGER_MS = 30_000

/**
 * A connection that is closed while its caller still sends is reset, and the reset overtakes the answer: instead of a
 * refusal the caller sees a broken connection. So the answer goes out at once, and a connection that ends with it closes
 * when the rest of the body has come (RFC 9112, section 9.6).
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
  // Whoever hangs up or takes too long has nothing more to hear.
  await finished(raw, { signal: AbortSignal.timeout(lingerMs) }).catch(() => undefined)
}
