import type { FastifyInstance } from 'fastify'
import type { AuthError } from '../errors.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { Visitor } from '../visitor.ts'

/** An attempt of a user to prove who they are, and its result. */
export type ProofAttempt = { user_id: string; valid: boolean }

export type FactorAttempt = ProofAttempt & { factor_id: string; factor_type: string }

/** A feature rejects the attempt, whether or not the proof was right. */
export type Rejection = { refusal: AuthError; endsSessions: boolean }

/** Reports an attempt to the features, and throws where one of them rejects it. */
export async function reportAttempt<Tried extends ProofAttempt>(
  { database }: Pick<FastifyInstance, 'database'>,
  listeners: readonly ((attempt: Tried, visitor: Visitor) => Promise<Rejection | undefined>)[],
  attempt: Tried,
  visitor: Visitor,
) {
  for (const hear of listeners) {
    const rejection = await hear(attempt, visitor)
    if (!rejection) continue
    if (rejection.endsSessions) await database.transaction({}, (tx) => endSessions(tx, attempt.user_id))
    throw rejection.refusal
  }
}
