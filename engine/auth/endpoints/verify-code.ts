import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isForMail, isForPhone, redeemToken, type VerificationType } from '../accounts/redeem-one-time-token.ts'
import { hashLink, type OneTimeCodes } from '../codes/one-time-codes.ts'
import type { PresentedToken } from '../codes/one-time-tokens.ts'
import { type AuthError, authErrors } from '../errors.ts'
import { readBody, text } from '../http/read-body.ts'
import { AccountAttempts } from '../limits/wrong-attempts-per-account.ts'
import type { NotificationMail } from '../mail/notification-mails.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { openSession, type SignedIn } from '../sessions/sessions.ts'
import { parseEmail, parsePhone } from '../users/parse-contacts.ts'
import { visitorOf } from '../visitor.ts'
import { FIRST_LINK_ACCEPTED, notifyOfChange, type VerifyOptions } from './notify-of-change.ts'

const body = z.object({ type: text, token: text, token_hash: text, email: text, phone: text, redirect_to: text })

type VerifyCodeParams = {
  type: VerificationType
  shown: PresentedToken
  /** The account that the code belongs to according to the client; a link's token is long enough not to need one. */
  account?: string
  refusal: AuthError
}

/**
 * POST /verify: a code from a mail or text message, entered by hand, or the hash of its link. Always signs in at once
 * (docs/wire/auth.md#verifying-a-code).
 */
export async function verifyCode(app: FastifyInstance, { limit }: VerifyOptions) {
  const attempts = app.authLimits && new AccountAttempts(app.bus, 'codes', app.authLimits.account.wrongCodes)

  app.post('/verify', { onRequest: limit }, async (request) => {
    const { type, shown, account, refusal } = parseVerification(request, app.oneTimeCodes)
    const visitor = visitorOf(request)
    if (account) await attempts?.take(account, visitor)
    let notice: NotificationMail | undefined
    const outcome = await app.database.transaction({}, async (tx): Promise<SignedIn | 'half'> => {
      const used = await redeemToken(app, tx, { type, shown, visitor })
      if (!used) throw refusal
      if (!used.half) notice = await notifyOfChange(app, tx, type, used.user)
      if (used.half) return 'half'
      return openSession(tx, { user: used.user, method: 'otp', visitor })
    })
    if (account) await attempts?.forgive(account, visitor)
    await app.notices.send(notice)
    return outcome === 'half' ? { msg: FIRST_LINK_ACCEPTED, code: '200' } : sessionJson(app, outcome)
  })
}

function parseVerification(request: FastifyRequest, codes: OneTimeCodes): VerifyCodeParams {
  const { type, token, token_hash: link, email, phone, redirect_to: redirect } = readBody(request, body)
  if (type === '') throw authErrors.verifyWithoutType()
  if ((token === '') === (link === '')) throw authErrors.verifyTokenOrHash()
  if (link !== '') {
    if (email !== '' || phone !== '' || redirect !== '') throw authErrors.verifyOnlyHash()
    if (!isForMail(type)) throw authErrors.unknownVerification()
    return { type, shown: { linkHash: hashLink(link) }, refusal: authErrors.linkExpired() }
  }
  if ((email === '') === (phone === '')) throw authErrors.verifyWithoutAddress()
  const refusal = authErrors.codeExpired()
  if (phone !== '') {
    if (!isForPhone(type)) throw authErrors.unknownVerification()
    const number = parsePhone(phone)
    return { type, shown: { codeHash: codes.hash(number, token) }, account: number, refusal }
  }
  if (!isForMail(type)) throw authErrors.unknownEmailVerification()
  const address = addressOf(email)
  return { type, shown: { codeHash: codes.hash(address, token) }, account: address, refusal }
}

function addressOf(email: string): string {
  try {
    return parseEmail(email)
  } catch {
    throw authErrors.verifyMalformedEmail()
  }
}
