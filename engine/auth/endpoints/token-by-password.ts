import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import { readBody, text } from '../http/read-body.ts'
import { reportAttempt } from '../http/report-attempt.ts'
import { AccountAttempts } from '../limits/wrong-attempts-per-account.ts'
import type { Grant } from '../sessions/grant.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { openSession } from '../sessions/sessions.ts'
import { readerOf, writerOf } from '../single-statements.ts'
import { plainPhone } from '../users/parse-contacts.ts'
import { passwordMatches, weaknessOf } from '../users/passwords.ts'
import { type Credentials, findCredentials, findCredentialsByPhone } from '../users/user-rows.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

const body = z.object({ email: text, phone: text, password: text })

/** grant_type=password (docs/wire/auth.md#password-grant). */
export function passwordGrant(app: FastifyInstance): Grant {
  const listeners = app.authFeatures.parts('onPasswordAttempt')
  const attempts = app.authLimits && new AccountAttempts(app.bus, 'passwords', app.authLimits.account.wrongPasswords)

  return { open, isGuessable: true }

  async function open(request: FastifyRequest) {
    const { email, phone, password } = readBody(request, body)
    if (email !== '' && phone !== '') throw authErrors.signInWithBoth()
    const isByPhone = phone !== ''
    if (isByPhone && !app.authSettings.phoneEnabled) throw authErrors.phoneSignInDisabled()
    if (!isByPhone && !app.authSettings.emailEnabled) throw authErrors.emailSignInDisabled()
    if (!isByPhone && email === '') throw authErrors.signInWithNeither()

    const visitor = visitorOf(request)
    const account = isByPhone ? plainPhone(phone) : email.toLowerCase()
    await attempts?.take(account, visitor)
    const user = await whoHas(password, visitor, (tx) =>
      isByPhone ? findCredentialsByPhone(tx, account) : findCredentials(tx, account),
    )
    await attempts?.forgive(account, visitor)
    if (!user.confirmed) throw isByPhone ? authErrors.phoneNotConfirmed() : authErrors.emailNotConfirmed()

    const signedIn = await openSession(writerOf(app.database), {
      user,
      method: 'password',
      ...(isByPhone && { provider: 'phone' }),
      visitor,
      // The password may have changed during the comparison: the old one must not sign in after the change.
      onlyWithPasswordHash: user.encrypted_password,
    })
    const session = await sessionJson(app, signedIn)
    const weakness = weaknessOf(password, app.authSettings.passwordPolicy)
    return { ...session, weak_password: weakness ?? null }
  }

  /** The user that `find` finds, if the password matches. No transaction is open during the comparison. */
  async function whoHas(
    password: string,
    visitor: Visitor,
    find: (tx: Transaction) => Promise<Credentials | undefined>,
  ): Promise<Credentials> {
    const user = await find(readerOf(app.database))
    if (user?.banned) throw authErrors.banned(400)
    const matches = await passwordMatches(password, user?.encrypted_password)
    if (user) await reportAttempt(app, listeners, { user_id: user.id, valid: matches }, visitor)
    if (!user || !matches) throw authErrors.wrongCredentials()
    return user
  }
}
