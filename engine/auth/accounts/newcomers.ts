import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import type { User } from '../people/user.ts'
import type { Visitor } from '../visitor.ts'

/** Whether somebody may be created: nobody before the features were asked about them, and then only they. */
type Admission = { id: string } | 'ask first'

const admissions = new WeakMap<Transaction, Admission>()

/**
 * Runs work in which people may come to be. Where a feature wants to be asked about them
 * first, nobody waits on the database for its answer: the work is taken back, and done again once it agrees.
 */
export async function welcoming<T>(
  app: Pick<FastifyInstance, 'database' | 'authFeatures'>,
  visitor: Visitor,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const asked = app.authFeatures.parts('beforeUserCreated')
  if (asked.length === 0) return app.database.transaction({}, work)
  const attempt = (admission: Admission) =>
    app.database.transaction({}, (tx) => {
      admissions.set(tx, admission)
      return work(tx)
    })
  try {
    return await attempt('ask first')
  } catch (error) {
    if (!(error instanceof AskFirst)) throw error
    for (const ask of asked) await ask(error.user, visitor)
    return attempt({ id: error.user.id })
  }
}

/** The id that the features have heard of. */
export function idOfNewcomer(tx: Transaction): string | undefined {
  const admission = admissions.get(tx)
  return typeof admission === 'object' ? admission.id : undefined
}

/** Ends the work of `welcoming` where the features have not been asked about this person yet. */
export function requireAdmission(tx: Transaction, user: User): User {
  if (admissions.get(tx) === 'ask first') throw new AskFirst(user)
  return user
}

class AskFirst extends Error {
  readonly user: User
  constructor(user: User) {
    super('The features are to be asked first.')
    this.user = user
  }
}
