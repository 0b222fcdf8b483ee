import type { ObjectPath } from 'engine/feature'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** One request of the S3 protocol, with its bucket or file. */
export type S3Call = ObjectPath & {
  app: FastifyInstance
  request: FastifyRequest
  reply: FastifyReply
  query: URLSearchParams
}
