import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The origin of a request, as sessions and the audit log store it. */
export type Visitor = { ip: string | null; userAgent: string }

export function visitorOf(request: FastifyRequest): Visitor {
  // The zone of a link-local address has no meaning elsewhere, and Postgres does not accept it.
  const [ip = ''] = request.ip.split('%', 1)
  return { ip: isIP(ip) ? ip : null, userAgent: request.headers['user-agent'] ?? '' }
}
