import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { confirmEmail } from '../accounts/confirm-contact.ts'
import { registerUser } from '../accounts/register-user.ts'
import { replaceUnconfirmed } from '../accounts/unconfirmed-sign-ups.ts'
import { type UserCreationTransaction, withUserCreation } from '../accounts/user-creation.ts'
import { SIGN_UP, type TokenPurpose } from '../codes/one-time-tokens.ts'
import { parseChallenge } from '../codes/pkce-flow.ts'
import { authErrors } from '../errors.ts'
import { hideDuration } from '../http/hide-duration.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import {
  asRegistration,
  deliver,
  type LinkTarget,
  type Mailing,
  prepareConfirmation,
  prepareMagicLink,
} from '../mail/prepare-mails.ts'
import { audit } from '../users/audit-log.ts'
import { parseEmail } from '../users/parse-contacts.ts'
import { hashPassword, randomPassword } from '../users/passwords.ts'
import { isConfirmed, type Metadata, type User } from '../users/user.ts'
import { findUserByEmail, reloadUser } from '../users/user-rows.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { phoneOtp } from './otp-by-phone.ts'

const body = z.object({
  email: text,
  phone: text,
  create_user: z.boolean().default(true),
  data: metadata.default({}),
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
})

type EmailOtpParams = { email: string; mayCreate: boolean; data: Metadata; target: LinkTarget; visitor: Visitor }

/**
 * POST /otp: signs in by a mail or a text message instead of a password, or signs up
 * (docs/wire/auth.md#one-time-codes).
 */
export async function otp(app: FastifyInstance) {
  const signInByPhone = phoneOtp(app)

  app.post('/otp', { onRequest: app.limitAddress('otp'), config: { isGuessable: true } }, async (request) => {
    const fields = readBody(request, body)
    if (fields.email === '' && fields.phone === '') throw authErrors.otpWithNeither()
    if (fields.email !== '' && fields.phone !== '') throw authErrors.otpWithBoth()
    if (fields.phone !== '') {
      return signInByPhone({ ...fields, mayCreate: fields.create_user, visitor: visitorOf(request) })
    }
    const asked = parseForEmail(app, request, fields)
    const passwordHash = await hashPassword(randomPassword())
    await hideDuration(async () => {
      const mailing = await withUserCreation(app, asked.visitor, async (tx) => {
        const known = await findUserByEmail(tx, asked.email)
        if (!known) {
          const user = await register(tx, asked, passwordHash)
          return asRegistration(await prepareLink(tx, user, asked, SIGN_UP))
        }
        const isNewSignUp = await replaceUnconfirmed(app, tx, known, { ...asked, passwordHash })
        return prepareLink(tx, known, asked, isNewSignUp ? SIGN_UP : null)
      })
      await deliver(app, mailing, asked.visitor)
    })
    return {}
  })

  async function register(
    tx: UserCreationTransaction,
    { email, data, mayCreate }: EmailOtpParams,
    passwordHash: string,
  ): Promise<User> {
    if (!mayCreate) throw authErrors.otpSignUpDisabled()
    if (!app.authSettings.signUpEnabled) throw authErrors.signUpDisabled()
    const user = await registerUser(tx, { email, phone: null, data, passwordHash })
    if (!user) throw authErrors.savingUserFailed(new Error('Somebody else registered the address at the same time.'))
    if (!app.authSettings.autoconfirm) return user
    await confirmEmail(tx, user)
    return reloadUser(tx, user.id)
  }

  /** A user whose address is not confirmed gets the confirmation mail, which signs in as well. */
  async function prepareLink(
    tx: Transaction,
    user: User,
    { target, visitor }: EmailOtpParams,
    proves: TokenPurpose,
  ): Promise<Mailing> {
    if (isConfirmed(user)) {
      await audit(tx, user, 'user_recovery_requested', visitor)
      return prepareMagicLink(app, tx, user.id, target)
    }
    await audit(tx, user, 'user_confirmation_requested', visitor, { provider: 'email' })
    return prepareConfirmation(app, tx, user.id, { ...target, proves })
  }
}

function parseForEmail(app: FastifyInstance, request: FastifyRequest, fields: z.infer<typeof body>): EmailOtpParams {
  const { email, create_user: mayCreate, data, channel, ...pkce } = fields
  if (channel !== '') throw authErrors.otpChannelWithEmail()
  if (!app.authSettings.emailEnabled) throw authErrors.emailSignInDisabled()
  const target = { redirectTo: chooseRedirect(request, app.authSettings), challenge: parseChallenge(pkce) }
  return { email: parseEmail(email), mayCreate, data, target, visitor: visitorOf(request) }
}
