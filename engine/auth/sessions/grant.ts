import type { FastifyRequest } from 'fastify'
import type { SessionJson } from './session-json.ts'

/** A way to a session by POST /token. */
export type Grant = {
  open: (request: FastifyRequest) => Promise<SessionJson>
  /** Machines have lists of what it asks for, as of passwords. */
  isGuessable?: boolean
}
