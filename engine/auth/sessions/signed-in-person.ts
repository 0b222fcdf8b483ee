import type { Claims } from '../../database/database.ts'
import type { User } from '../users/user.ts'
import type { Session } from './sessions.ts'

/** Somebody who calls, as the database has them at this moment. */
export type SignedInPerson = {
  user: User
  /** Null only for tokens that somebody else made with the project's secret: they name no session. */
  session: Session | null
  claims: Claims
}
