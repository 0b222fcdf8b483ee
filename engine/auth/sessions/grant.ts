import type { FastifyRequest } from 'fastify'
import type { SessionJson } from './session-json.ts'

/** A grant of POST /token. */
export type Grant = {
  open: (request: FastifyRequest) => Promise<SessionJson>
  /** Whether its secret can be guessed, like a password. */
  isGuessable?: boolean
}
