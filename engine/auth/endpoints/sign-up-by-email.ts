import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { confirmEmail } from '../accounts/confirm-contact.ts'
import { registerUser } from '../accounts/register-user.ts'
import { lockUnconfirmed, replaceSignUp } from '../accounts/unconfirmed-sign-ups.ts'
import { withUserCreation } from '../accounts/user-creation.ts'
import { SIGN_UP } from '../codes/one-time-tokens.ts'
import { authErrors } from '../errors.ts'
import { asRegistration, deliver, type LinkTarget, type Mailing, prepareConfirmation } from '../mail/prepare-mails.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { openSession, type SignedIn } from '../sessions/sessions.ts'
import { audit } from '../users/audit-log.ts'
import { fakeUser } from '../users/fake-user.ts'
import { hashPassword } from '../users/passwords.ts'
import { isConfirmed, type Metadata, type User } from '../users/user.ts'
import { type UserJson, userJson } from '../users/user-json.ts'
import { findUserByEmail, reloadUser } from '../users/user-rows.ts'
import type { Visitor } from '../visitor.ts'

type EmailSignUpParams = { email: string; password: string; data: Metadata; target: LinkTarget; visitor: Visitor }

/** The new user, who waits for the confirmation mail, or is signed in where none is required. */
type SignUpResult = { waiting: UserJson; mailing?: Mailing } | { signedIn: SignedIn }

export function emailSignUp(app: FastifyInstance) {
  const { autoconfirm } = app.authSettings

  return async (asked: EmailSignUpParams) => {
    if (!autoconfirm) await app.authMail.requireQuota()
    // Hashed before any lookup, so that a known address takes as long as a new one.
    const passwordHash = await hashPassword(asked.password)
    const outcome = await withUserCreation(app, asked.visitor, async (tx): Promise<SignUpResult> => {
      const known = await findUserByEmail(tx, asked.email)
      if (known) return signUpAgain(tx, known, asked, passwordHash)
      const user = await registerUser(tx, { email: asked.email, phone: null, data: asked.data, passwordHash })
      if (user) return welcome(tx, user, asked)
      // Another request has signed up with this address since the lookup.
      const rival = await findUserByEmail(tx, asked.email)
      if (rival) return signUpAgain(tx, rival, asked, passwordHash)
      throw authErrors.savingUserFailed(new Error('The address was taken and is free again.'))
    })
    if ('signedIn' in outcome) return sessionJson(app, outcome.signedIn)
    if (outcome.mailing) await deliver(app, outcome.mailing, asked.visitor)
    else await app.authMail.pretend('confirmation', { address: asked.email, isKnown: false }, asked.visitor)
    return outcome.waiting
  }

  async function welcome(tx: Transaction, user: User, { target, visitor }: EmailSignUpParams): Promise<SignUpResult> {
    if (!autoconfirm) {
      await audit(tx, user, 'user_confirmation_requested', visitor, { provider: 'email' })
      const mailing = asRegistration(await prepareConfirmation(app, tx, user.id, { ...target, proves: SIGN_UP }))
      return { waiting: userJson(await reloadUser(tx, user.id)), mailing }
    }
    await confirmEmail(tx, user)
    await audit(tx, user, 'user_signedup', visitor, { provider: 'email' })
    return { signedIn: await openSession(tx, { user, method: 'password', visitor }) }
  }

  /**
   * Handles a sign-up with an address that exists. Nothing of the existing user changes, and the answer must not reveal
   * that they exist. Only an unconfirmed sign-up is replaced, and its link becomes void.
   */
  async function signUpAgain(
    tx: Transaction,
    known: User,
    asked: EmailSignUpParams,
    passwordHash: string,
  ): Promise<SignUpResult> {
    if (autoconfirm) throw authErrors.alreadyRegistered()
    if (isConfirmed(known)) {
      await audit(tx, known, 'user_repeated_signup', asked.visitor, { provider: 'email' })
      return { waiting: userJson(fakeUser({ email: asked.email, phone: null }, asked.data)) }
    }
    await audit(tx, known, 'user_confirmation_requested', asked.visitor, { provider: 'email' })
    const earlier = await lockUnconfirmed(tx, known.id)
    if (earlier) await replaceSignUp(app, tx, earlier, { passwordHash, data: asked.data })
    const mailing = await prepareConfirmation(app, tx, known.id, { ...asked.target, proves: earlier ? SIGN_UP : null })
    const user = await reloadUser(tx, known.id)
    // Data that an administrator has set must not be shown to this caller.
    return { waiting: userJson(earlier ? user : { ...user, raw_user_meta_data: {}, identities: [] }), mailing }
  }
}
