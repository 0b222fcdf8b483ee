import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SessionEnded } from '../database/database.ts'
import { ApiError } from '../gateway/api-error.ts'
import { requireApiKey } from '../gateway/api-key.ts'
import { callerClaims } from '../gateway/caller.ts'
import { allowAllOrigins } from '../gateway/cors.ts'
import { networkOf } from '../kernel/network.ts'
import { TokenError } from '../tokens/tokens.ts'
import { writable } from './channel-policies.ts'
import type { Client } from './fair-rate-limit.ts'
import { roomOf } from './rooms.ts'
import type { RealtimeState } from './shared-state.ts'

const batch = z.object({
  messages: z.array(
    z.object({
      topic: z.string().min(1),
      event: z.string().min(1),
      payload: z.record(z.string(), z.unknown()),
      private: z.boolean().default(false),
    }),
  ),
})
const place = z.object({ topic: z.string().min(1), event: z.string().min(1) })

const errors = {
  invalid: (fields: Record<string, unknown>) => new ApiError(422, { errors: fields }),
  notAllowed: () => new ApiError(403, { message: 'Unauthorized' }),
  unknownCaller: () => new ApiError(401, { message: 'Unauthorized' }),
  otherMediaType: () =>
    new ApiError(415, {
      error: 'Unsupported Media Type. Please use application/json or application/octet-stream.',
    }),
  tooMany: () => new ApiError(429, { message: 'You have exceeded your rate limit' }),
  tooManyAtOnce: () => new ApiError(429, { message: 'Too many messages to broadcast, please reduce the batch size' }),
}
const tooLarge = { payload: ['Payload size exceeds tenant limit'] }

/**
 * The HTTP endpoint for broadcasts without a socket (docs/wire/realtime.md#broadcast-without-a-socket). Success is
 * exactly 202.
 */
export async function broadcasts(app: FastifyInstance, { rooms, limits }: RealtimeState) {
  await app.register(allowAllOrigins)
  await app.register(requireApiKey)
  await app.register(callerClaims)
  app.setErrorHandler<FastifyError | TokenError>((error) => {
    if (error instanceof TokenError) throw errors.unknownCaller()
    throw error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? errors.otherMediaType() : error
  })
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  const send = (sub: string, isPrivate: boolean, event: string, payload: unknown) =>
    rooms.broadcast(roomOf(sub, isPrivate), event, payload)

  app.post('/api/broadcast', { bodyLimit: limits.largestFrameBytes }, async (request, reply) => {
    const parsed = batch.safeParse(request.body)
    if (!parsed.success) throw errors.invalid(z.flattenError(parsed.error).fieldErrors)
    const { messages } = parsed.data
    const isTooLarge = messages.map(({ payload }) => sizeOf(payload) > limits.largestPayloadBytes)
    if (isTooLarge.includes(true)) throw errors.invalid({ messages: isTooLarge.map((is) => (is ? tooLarge : {})) })
    if (!limits.messages.allows(clientOf(request), messages.length)) {
      throw limits.messages.isExhausted() ? errors.tooMany() : errors.tooManyAtOnce()
    }
    for (const { topic, event, payload, private: isPrivate } of messages) {
      // Messages that are not allowed are skipped silently.
      if (!isPrivate || (await maySend(request, topic))) send(topic, isPrivate, event, payload)
    }
    return reply.code(202).send()
  })

  app.post<{ Querystring: { private?: string } }>(
    '/api/broadcast/:topic/events/:event',
    { bodyLimit: limits.largestFrameBytes },
    async (request, reply) => {
      const { topic, event } = place.parse(request.params)
      const { body } = request
      if (sizeOf(body) > limits.largestPayloadBytes) throw errors.invalid(tooLarge)
      if (!limits.messages.allows(clientOf(request))) throw errors.tooMany()
      const isPrivate = request.query.private === 'true'
      if (isPrivate && !(await maySend(request, topic))) throw errors.notAllowed()
      send(topic, isPrivate, event, Buffer.isBuffer(body) ? { encoding: 'bytes', bytes: body } : (body ?? {}))
      return reply.code(202).send()
    },
  )

  function maySend({ caller }: FastifyRequest, topic: string): Promise<boolean> {
    return writable(app.database, caller.claims, topic, 'broadcast').catch((error) => {
      throw error instanceof SessionEnded ? errors.unknownCaller() : error
    })
  }
}

/** The client that a request's messages count for. */
function clientOf({ caller: { role, claims }, ip }: FastifyRequest): Client {
  const isKnown = claims.sub !== undefined || role === 'service_role'
  return { key: isKnown ? (claims.sub ?? role) : networkOf(ip), isKnown }
}

const sizeOf = (payload: unknown) =>
  Buffer.isBuffer(payload) ? payload.length : Buffer.byteLength(JSON.stringify(payload ?? {}))
