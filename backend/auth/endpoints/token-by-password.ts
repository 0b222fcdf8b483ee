import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { AccountAttempts } from '../http/account-attempts.ts'
import { readBody, text } from '../http/read-body.ts'
import { type Visitor, visitorOf } from '../http/visitor.ts'
import { audit } from '../people/audit.ts'
import { passwordMatches, weaknessOf } from '../people/passwords.ts'
import { isBanned, isConfirmed, type User } from '../people/user.ts'
import { findUserByEmail, reloadUser } from '../people/users.ts'
import { readerOf } from '../reader.ts'
import { type SignedIn, sessionJson } from '../sessions/session-json.ts'
import { openSession } from '../sessions/sessions.ts'
import type { Grant } from './token.ts'

const body = z.object({ email: text, phone: text, password: text })

/** grant_type=password (auth.md §4.2). */
export function passwordGrant(app: FastifyInstance): Grant {
  const attempts = app.authLimits && new AccountAttempts(app.authLimits.account.wrongPasswords)

  return async (request) => {
    const { email, phone, password } = readBody(request, body)
    if (email !== '' && phone !== '') throw authErrors.signInWithBoth()
    if (phone !== '') throw authErrors.phoneSignInDisabled()
    if (!app.authSettings.emailEnabled) throw authErrors.emailSignInDisabled()
    if (email === '') throw authErrors.signInWithNeither()

    const visitor = visitorOf(request)
    const account = email.toLowerCase()
    attempts?.take(account, visitor)
    const user = await whoHas(account, password)
    attempts?.forgive(account, visitor)
    if (!isConfirmed(user)) throw authErrors.emailNotConfirmed()

    const session = await sessionJson(app, await signIn(user, visitor))
    const weakness = weaknessOf(password, app.authSettings.passwordPolicy)
    return { ...session, weak_password: weakness ?? null }
  }

  /** The person with this address and password. Nobody waits on the database while the password is compared. */
  async function whoHas(email: string, password: string): Promise<User> {
    const user = await findUserByEmail(readerOf(app.database), email)
    if (user && isBanned(user)) throw authErrors.banned(400)
    const matches = await passwordMatches(password, user?.encrypted_password)
    if (!user || !matches) throw authErrors.wrongCredentials()
    return user
  }

  async function signIn(known: User, visitor: Visitor): Promise<SignedIn> {
    return app.database.transaction({}, async (tx) => {
      const session = await openSession(tx, known.id, 'password', visitor)
      await audit(tx, known, 'login', visitor, { provider: 'email' })
      const user = await reloadUser(tx, known.id)
      // Changed while we compared: whoever knows only the old password must not get in behind the change.
      if (user.encrypted_password !== known.encrypted_password) throw authErrors.wrongCredentials()
      return { user, session }
    })
  }
}
