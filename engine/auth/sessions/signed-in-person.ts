import type { Claims } from '../../database/database.ts'
import type { User } from '../users/user.ts'
import type { Session } from './sessions.ts'

/** A signed-in caller, read from the database for this request. */
export type SignedInPerson = {
  user: User
  /** Null only for tokens that were signed elsewhere with the project's secret: they name no session. */
  session: Session | null
  claims: Claims
}
