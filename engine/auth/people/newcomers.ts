import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { askHook } from '../hooks/ask-hook.ts'
import type { Visitor } from '../http/visitor.ts'
import type { User } from './user.ts'
import { userJson } from './user-json.ts'

/** Whether somebody may be created: nobody before the hook was asked about them, and then only they. */
type Admission = { id: string } | 'ask first'

const admissions = new WeakMap<Transaction, Admission>()

/**
 * Runs work in which people may come to be. Where the project has a before_user_created hook, it is asked about them
 * first, and nobody waits on the database for its answer: the work is taken back, and done again once the hook agrees.
 */
export async function welcoming<T>(
  app: Pick<FastifyInstance, 'database' | 'authHooks'>,
  visitor: Visitor,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { before_user_created: hook } = app.authHooks
  if (!hook) return app.database.transaction({}, work)
  const attempt = (admission: Admission) =>
    app.database.transaction({}, (tx) => {
      admissions.set(tx, admission)
      return work(tx)
    })
  try {
    return await attempt('ask first')
  } catch (error) {
    if (!(error instanceof AskFirst)) throw error
    await askHook(hook, 'before-user-created', { user: userJson(error.user) }, visitor)
    return attempt({ id: error.user.id })
  }
}

/** The id that the hook has heard of. */
export function idOfNewcomer(tx: Transaction): string | undefined {
  const admission = admissions.get(tx)
  return typeof admission === 'object' ? admission.id : undefined
}

/** Ends the work of `welcoming` where the hook has not been asked about this person yet. */
export function requireAdmission(tx: Transaction, user: User): User {
  if (admissions.get(tx) === 'ask first') throw new AskFirst(user)
  return user
}

class AskFirst extends Error {
  readonly user: User
  constructor(user: User) {
    super('The hook is to be asked first.')
    this.user = user
  }
}
