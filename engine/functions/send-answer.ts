import type { FastifyReply } from 'fastify'
import type { Answer } from './host/answer.ts'

/** Sends an answer, its body chunk by chunk at the caller's pace. */
export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status)
  for (const [name, value] of headers) reply.header(name, value)
  // Headers are sent before a body that is slow to start, such as an event stream.
  if (body && !Buffer.isBuffer(body)) body.once('slow', () => reply.raw.flushHeaders())
  return reply.send(body)
}
