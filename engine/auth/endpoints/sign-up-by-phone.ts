import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { confirmPhone } from '../accounts/confirm-contact.ts'
import { registerUser } from '../accounts/register-user.ts'
import { lockUnconfirmed, replaceSignUp } from '../accounts/unconfirmed-sign-ups.ts'
import { withUserCreation } from '../accounts/user-creation.ts'
import { SIGN_UP } from '../codes/one-time-tokens.ts'
import { authErrors } from '../errors.ts'
import { asRegistration, deliver, type Mailing } from '../mail/prepare-mails.ts'
import { preparePhoneConfirmation } from '../mail/prepare-text-messages.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { openSession, type SignedIn } from '../sessions/sessions.ts'
import { audit } from '../users/audit-log.ts'
import { fakeUser } from '../users/fake-user.ts'
import { hashPassword } from '../users/passwords.ts'
import { isPhoneConfirmed, type Metadata, type User } from '../users/user.ts'
import { type UserJson, userJson } from '../users/user-json.ts'
import { findUserByPhone, reloadUser } from '../users/user-rows.ts'
import type { Visitor } from '../visitor.ts'

const provider = 'phone'

type PhoneSignUpParams = { phone: string; password: string; data: Metadata; visitor: Visitor }

/** The new user, who waits for the confirmation code, or is signed in where none is required. */
type SignUpResult = { waiting: UserJson; mailing?: Mailing } | { signedIn: SignedIn }

export function phoneSignUp(app: FastifyInstance) {
  const { phoneAutoconfirm } = app.authSettings

  return async (asked: PhoneSignUpParams) => {
    if (!phoneAutoconfirm) await app.authSms.requireQuota()
    // Hashed before any lookup, so that a known number takes as long as a new one.
    const passwordHash = await hashPassword(asked.password)
    const outcome = await withUserCreation(app, asked.visitor, async (tx): Promise<SignUpResult> => {
      const known = await findUserByPhone(tx, asked.phone)
      if (known) return signUpAgain(tx, known, asked, passwordHash)
      const user = await registerUser(tx, { email: null, phone: asked.phone, data: asked.data, passwordHash })
      if (!user) throw authErrors.savingUserFailed(new Error('Somebody registered the number at the same time.'))
      return welcome(tx, user, asked)
    })
    if ('signedIn' in outcome) return sessionJson(app, outcome.signedIn)
    if (outcome.mailing) await deliver(app, outcome.mailing, asked.visitor)
    else await app.authSms.pretend('confirmation', { address: asked.phone, isKnown: false }, asked.visitor)
    return outcome.waiting
  }

  async function welcome(tx: Transaction, user: User, { visitor }: PhoneSignUpParams): Promise<SignUpResult> {
    if (!phoneAutoconfirm) {
      await audit(tx, user, 'user_confirmation_requested', visitor, { provider })
      const mailing = asRegistration(await preparePhoneConfirmation(app, tx, user.id, SIGN_UP))
      return { waiting: userJson(await reloadUser(tx, user.id)), mailing }
    }
    await confirmPhone(tx, user)
    await audit(tx, user, 'user_signedup', visitor, { provider })
    return { signedIn: await openSession(tx, { user, method: 'password', provider, visitor }) }
  }

  /** Handles a sign-up with a number that exists, by the same rules as for an address. */
  async function signUpAgain(
    tx: Transaction,
    known: User,
    asked: PhoneSignUpParams,
    passwordHash: string,
  ): Promise<SignUpResult> {
    if (phoneAutoconfirm) throw authErrors.alreadyRegistered()
    if (isPhoneConfirmed(known)) {
      await audit(tx, known, 'user_repeated_signup', asked.visitor, { provider })
      return { waiting: userJson(fakeUser({ email: null, phone: asked.phone }, asked.data)) }
    }
    await audit(tx, known, 'user_confirmation_requested', asked.visitor, { provider })
    const earlier = await lockUnconfirmed(tx, known.id)
    if (earlier) await replaceSignUp(app, tx, earlier, { passwordHash, data: asked.data })
    const mailing = await preparePhoneConfirmation(app, tx, known.id, earlier ? SIGN_UP : null)
    const user = await reloadUser(tx, known.id)
    return { waiting: userJson(earlier ? user : { ...user, raw_user_meta_data: {}, identities: [] }), mailing }
  }
}
