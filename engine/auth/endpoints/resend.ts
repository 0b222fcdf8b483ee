import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { isForPhone } from '../accounts/redeem-one-time-token.ts'
import { readToken, SIGN_UP, type TokenPurpose } from '../codes/one-time-tokens.ts'
import { type Challenge, parseChallenge } from '../codes/pkce-flow.ts'
import { authErrors } from '../errors.ts'
import { hideDuration } from '../http/hide-duration.ts'
import { readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { deliver, prepareConfirmation, prepareEmailChange } from '../mail/prepare-mails.ts'
import { preparePhoneChange, preparePhoneConfirmation } from '../mail/prepare-text-messages.ts'
import { audit } from '../users/audit-log.ts'
import { parseEmail, parsePhone } from '../users/parse-contacts.ts'
import { isConfirmed, isPhoneConfirmed, type User } from '../users/user.ts'
import { findUserByEmail, findUserByPhone } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({ type: text, email: text, phone: text, code_challenge: text, code_challenge_method: text })

type ResendParams =
  | { type: 'signup' | 'email_change'; email: string; challenge: Challenge | undefined }
  | { type: 'sms' | 'phone_change'; phone: string }

/**
 * POST /resend: sends the same mail or text message again; answers `{}` also where none is waiting
 * (docs/wire/auth.md#resending).
 */
export async function resend(app: FastifyInstance) {
  app.post('/resend', { onRequest: app.limitAddress('resend'), config: { isGuessable: true } }, async (request) => {
    const asked = parseResend(request)
    await hideDuration(async () => {
      const mailing = 'email' in asked ? await mailAgain(request, asked) : await textAgain(request, asked)
      if (mailing) await deliver(app, mailing, visitorOf(request))
    })
    return {}
  })

  async function mailAgain(
    request: FastifyRequest,
    { type, email, challenge }: Extract<ResendParams, { email: string }>,
  ) {
    if (!app.authSettings.emailEnabled) throw authErrors.emailSignUpDisabled()
    await app.authMail.requireQuota()
    const target = { redirectTo: chooseRedirect(request, app.authSettings), challenge }
    const mailing = await app.database.transaction({}, async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (type === 'email_change') {
        if (!user?.email_change) return
        return prepareEmailChange(app, tx, user.id, { ...target, newEmail: user.email_change })
      }
      if (!user || isConfirmed(user)) return
      await audit(tx, user, 'user_confirmation_requested', visitorOf(request))
      return prepareConfirmation(app, tx, user.id, { ...target, proves: await purposeOf(tx, user) })
    })
    const kind = type === 'email_change' ? type : 'confirmation'
    if (!mailing) await app.authMail.pretend(kind, { address: email, isKnown: false }, visitorOf(request))
    return mailing
  }

  async function textAgain(request: FastifyRequest, { type, phone }: Extract<ResendParams, { phone: string }>) {
    if (!app.authSettings.phoneEnabled) throw authErrors.phoneSignUpDisabled()
    await app.authSms.requireQuota()
    const mailing = await app.database.transaction({}, async (tx) => {
      const user = await findUserByPhone(tx, phone)
      if (type === 'phone_change') {
        if (!user?.phone_change) return
        return preparePhoneChange(app, tx, user.id, user.phone_change)
      }
      if (!user || isPhoneConfirmed(user)) return
      await audit(tx, user, 'user_confirmation_requested', visitorOf(request))
      return preparePhoneConfirmation(app, tx, user.id, await purposeOf(tx, user))
    })
    const kind = type === 'phone_change' ? type : 'confirmation'
    if (!mailing) await app.authSms.pretend(kind, { address: phone, isKnown: false }, visitorOf(request))
    return mailing
  }
}

/** The purpose of the last mail; without any it is the sign-up's own. */
async function purposeOf(tx: Transaction, { id }: User): Promise<TokenPurpose> {
  const waiting = await readToken(tx, id, 'confirmation_token')
  return waiting ? waiting.proves : SIGN_UP
}

function parseResend(request: FastifyRequest): ResendParams {
  const { type, email, phone, ...pkce } = readBody(request, body)
  const isForEmail = type === 'signup' || type === 'email_change'
  if (!isForEmail && !isForPhone(type)) throw authErrors.resendWithoutType()
  if (email !== '' && phone !== '') throw authErrors.resendWithBoth()
  if (email === '' && phone === '') throw authErrors.resendWithNeither()
  if (isForEmail && email === '') throw authErrors.resendNeedsEmail()
  if (!isForEmail && phone === '') throw authErrors.resendNeedsPhone()
  return isForEmail
    ? { type, email: parseEmail(email), challenge: parseChallenge(pkce) }
    : { type, phone: parsePhone(phone) }
}
