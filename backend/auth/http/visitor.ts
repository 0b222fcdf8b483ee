import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a request comes from, as sessions and the audit log keep it. */
export type Visitor = { ip: string | null; userAgent: string }

export const visitorOf = (request: FastifyRequest): Visitor => ({
  ip: isIP(request.ip) ? request.ip : null,
  userAgent: request.headers['user-agent'] ?? '',
})
