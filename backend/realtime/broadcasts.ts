import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../gateway/api-error.ts'
import { requireApiKey } from '../gateway/api-key.ts'
import { callerClaims } from '../gateway/caller.ts'
import { openToAllOrigins } from '../gateway/cors.ts'
import { writable } from './authorization.ts'
import type { Rooms } from './rooms.ts'

const LARGEST_BODY_BYTES = 3_000_500

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

/** Sending without a socket (realtime.md §10). Success is exactly 202. */
export async function broadcasts(app: FastifyInstance, { rooms }: { rooms: Rooms }) {
  await app.register(openToAllOrigins)
  await app.register(requireApiKey)
  await app.register(callerClaims)
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  const send = (sub: string, isPrivate: boolean, event: string, payload: unknown) =>
    rooms.broadcast(`${isPrivate ? 'private' : 'public'}:${sub}`, event, payload)

  app.post('/api/broadcast', { bodyLimit: LARGEST_BODY_BYTES }, async (request, reply) => {
    const parsed = batch.safeParse(request.body)
    if (!parsed.success) throw new ApiError(422, { errors: z.flattenError(parsed.error).fieldErrors })
    for (const { topic, event, payload, private: isPrivate } of parsed.data.messages) {
      // Those that are not allowed are passed over in silence.
      const isAllowed = !isPrivate || (await writable(app.database, request.caller.claims, topic, 'broadcast'))
      if (isAllowed) send(topic, isPrivate, event, payload)
    }
    return reply.code(202).send()
  })

  app.post<{ Querystring: { private?: string } }>(
    '/api/broadcast/:topic/events/:event',
    { bodyLimit: LARGEST_BODY_BYTES },
    async (request, reply) => {
      const { topic, event } = place.parse(request.params)
      const isPrivate = request.query.private === 'true'
      if (isPrivate && !(await writable(app.database, request.caller.claims, topic, 'broadcast'))) {
        throw new ApiError(403, { message: 'Unauthorized' })
      }
      const { body } = request
      send(topic, isPrivate, event, Buffer.isBuffer(body) ? { encoding: 'bytes', bytes: body } : (body ?? {}))
      return reply.code(202).send()
    },
  )
}
