import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { AccountAttempts } from '../http/account-attempts.ts'
import { readBody, text } from '../http/read-body.ts'
import { visitorOf } from '../http/visitor.ts'
import { passwordMatches, weaknessOf } from '../people/passwords.ts'
import { type Credentials, findCredentials } from '../people/users.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { openSession } from '../sessions/sessions.ts'
import { readerOf, writerOf } from '../single-statements.ts'
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
    if (!user.confirmed) throw authErrors.emailNotConfirmed()

    const signedIn = await openSession(writerOf(app.database), {
      user,
      method: 'password',
      visitor,
      // It may have changed while we compared: the old one must not get in behind the change.
      onlyWithPasswordHash: user.encrypted_password,
    })
    const session = await sessionJson(app, signedIn)
    const weakness = weaknessOf(password, app.authSettings.passwordPolicy)
    return { ...session, weak_password: weakness ?? null }
  }

  /** The person with this address and password. Nobody waits on the database while the password is compared. */
  async function whoHas(email: string, password: string): Promise<Credentials> {
    const user = await findCredentials(readerOf(app.database), email)
    if (user?.banned) throw authErrors.banned(400)
    const matches = await passwordMatches(password, user?.encrypted_password)
    if (!user || !matches) throw authErrors.wrongCredentials()
    return user
  }
}
