import type { FastifyInstance } from 'fastify'
import type { ReadOptions, Row, Transaction } from '../../database/database.ts'
import type { User } from '../users/user.ts'
import type { Visitor } from '../visitor.ts'

/** Whether a user may be created: any user, none before the features were asked, or only the one they agreed to. */
type CreationPermit = 'anybody' | 'ask first' | { id: string }

/** A transaction in which users may be created. */
export class UserCreationTransaction implements Transaction {
  readonly #tx: Transaction
  readonly #permit: CreationPermit

  constructor(tx: Transaction, permit: CreationPermit) {
    this.#tx = tx
    this.#permit = permit
  }

  query<T extends Row = Row>(text: string, values?: readonly unknown[], reading?: ReadOptions): Promise<T[]> {
    return this.#tx.query<T>(text, values, reading)
  }

  /** The id of the user that the features were asked about. */
  get permittedId(): string | undefined {
    return typeof this.#permit === 'object' ? this.#permit.id : undefined
  }

  /**
   * Throws where the features have not been asked about this user yet; `withUserCreation` then asks them and starts
   * again.
   */
  requirePermit(user: User): User {
    if (this.#permit === 'ask first') throw new PermitNeeded(user)
    return user
  }
}

/**
 * Runs work that may create a user. Where a feature (a hook) must be asked first, the transaction does not stay open
 * for its answer: the work is rolled back, and runs again once the feature agrees.
 */
export async function withUserCreation<T>(
  app: Pick<FastifyInstance, 'database' | 'authFeatures'>,
  visitor: Visitor,
  work: (tx: UserCreationTransaction) => Promise<T>,
): Promise<T> {
  const asked = app.authFeatures.parts('beforeUserCreated')
  const attempt = (permit: CreationPermit) =>
    app.database.transaction({}, (tx) => work(new UserCreationTransaction(tx, permit)))
  if (asked.length === 0) return attempt('anybody')
  try {
    return await attempt('ask first')
  } catch (error) {
    if (!(error instanceof PermitNeeded)) throw error
    for (const ask of asked) await ask(error.user, visitor)
    return attempt({ id: error.user.id })
  }
}

class PermitNeeded extends Error {
  readonly user: User
  constructor(user: User) {
    super('The features are to be asked first.')
    this.user = user
  }
}
