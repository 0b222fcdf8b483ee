import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a request comes from, as sessions and the audit log keep it. */
export type Visitor = { ip: string | null; userAgent: string }

export function visitorOf(request: FastifyRequest): Visitor {
  // The zone of a link-local address means nothing to anybody else, nor to Postgres.
  const [ip = ''] = request.ip.split('%', 1)
  return { ip: isIP(ip) ? ip : null, userAgent: request.headers['user-agent'] ?? '' }
}
