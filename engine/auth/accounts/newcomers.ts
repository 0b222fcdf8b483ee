import type { FastifyInstance } from 'fastify'
import type { Reading, Row, Transaction } from '../../database/database.ts'
import type { User } from '../users/user.ts'
import type { Visitor } from '../visitor.ts'

/** Whether a user may be created: any user, none before the features were asked, or only the one they agreed to. */
type Admission = 'anybody' | 'ask first' | { id: string }

/** A transaction in which users may be created. */
export class WelcomingTransaction implements Transaction {
  readonly #tx: Transaction
  readonly #admission: Admission

  constructor(tx: Transaction, admission: Admission) {
    this.#tx = tx
    this.#admission = admission
  }

  query<T extends Row = Row>(text: string, values?: readonly unknown[], reading?: Reading): Promise<T[]> {
    return this.#tx.query<T>(text, values, reading)
  }

  /** The id of the user that the features were asked about. */
  get idOfNewcomer(): string | undefined {
    return typeof this.#admission === 'object' ? this.#admission.id : undefined
  }

  /** Ends the work of `welcoming` where the features have not been asked about this user yet. */
  requireAdmission(user: User): User {
    if (this.#admission === 'ask first') throw new AskFirst(user)
    return user
  }
}

/**
 * Runs work that may create a user. Where a feature (a hook) must be asked first, the transaction does not stay open
 * for its answer: the work is rolled back, and runs again once the feature agrees.
 */
export async function welcoming<T>(
  app: Pick<FastifyInstance, 'database' | 'authFeatures'>,
  visitor: Visitor,
  work: (tx: WelcomingTransaction) => Promise<T>,
): Promise<T> {
  const asked = app.authFeatures.parts('beforeUserCreated')
  const attempt = (admission: Admission) =>
    app.database.transaction({}, (tx) => work(new WelcomingTransaction(tx, admission)))
  if (asked.length === 0) return attempt('anybody')
  try {
    return await attempt('ask first')
  } catch (error) {
    if (!(error instanceof AskFirst)) throw error
    for (const ask of asked) await ask(error.user, visitor)
    return attempt({ id: error.user.id })
  }
}

class AskFirst extends Error {
  readonly user: User
  constructor(user: User) {
    super('The features are to be asked first.')
    this.user = user
  }
}
