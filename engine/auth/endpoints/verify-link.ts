import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { isForMail, type MailVerification, redeemToken } from '../accounts/redeem-one-time-token.ts'
import { hashLink, isPkce } from '../codes/one-time-codes.ts'
import { type FlowMethod, issueCode } from '../codes/pkce-flow.ts'
import { AuthError, authErrors } from '../errors.ts'
import { queryText } from '../http/read-body.ts'
import { namesByStatus } from '../http/redirect-error.ts'
import { chooseRedirect, withFragment, withQuery } from '../http/redirects.ts'
import type { NotificationMail } from '../mail/notification-mails.ts'
import { sessionFragment } from '../sessions/session-fragment.ts'
import { openSession, type SignedIn } from '../sessions/sessions.ts'
import { visitorOf } from '../visitor.ts'
import { FIRST_LINK_ACCEPTED, notifyOfChange, type VerifyOptions } from './notify-of-change.ts'

/** The flow that a link of each type belongs to. */
const flowMethods: Record<MailVerification, FlowMethod> = {
  signup: 'email/signup',
  invite: 'email/signup',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email: 'magiclink',
  email_change: 'email_change',
}

type VerifyLinkResult = { half: true } | { code: string } | { signedIn: SignedIn }

/**
 * GET /verify: a link from a mail, opened in a browser. The browser always ends on the site, with the result in the URL
 * (docs/wire/auth.md#mail-links).
 */
export async function verifyLink(app: FastifyInstance, { limit }: VerifyOptions) {
  // HEAD is not answered: mail scanners send it, and would use the link up before the user opens it.
  app.get('/verify', { onRequest: limit, exposeHeadRoute: false }, async (request, reply) => {
    const token = queryText(request, 'token')
    const type = queryText(request, 'type')
    if (type === '') throw authErrors.verifyWithoutType()
    if (token === '') throw authErrors.verifyWithoutToken()
    const target = chooseRedirect(request, app.authSettings)
    const location = await openLink(request, token, type)
      .then((outcome) => locationAfter(target, outcome, { type, pkce: isPkce(token) }))
      .catch((error: unknown) => {
        if (!(error instanceof AuthError)) request.log.error(error)
        return locationOfFailure(target, error, isPkce(token))
      })
    return reply.redirect(location, 303)
  })

  async function openLink(request: FastifyRequest, token: string, type: string): Promise<VerifyLinkResult> {
    if (!isForMail(type)) throw authErrors.unknownVerification()
    const visitor = visitorOf(request)
    let notice: NotificationMail | undefined
    const outcome = await app.database.transaction({}, async (tx: Transaction): Promise<VerifyLinkResult> => {
      const used = await redeemToken(app, tx, { type, shown: { linkHash: hashLink(token) }, visitor })
      if (!used) throw authErrors.linkExpired()
      if (!used.half) notice = await notifyOfChange(app, tx, type, used.user)
      if (used.half) return { half: true }
      if (isPkce(token)) return { code: await issueCode(tx, used.user.id, flowMethods[type]) }
      return { signedIn: await openSession(tx, { user: used.user, method: 'otp', visitor }) }
    })
    await app.notices.send(notice)
    return outcome
  }

  async function locationAfter(target: string, outcome: VerifyLinkResult, link: { type: string; pkce: boolean }) {
    if ('code' in outcome) return withQuery(target, { code: outcome.code })
    if ('half' in outcome) {
      const base = link.pkce ? withQuery(target, { message: FIRST_LINK_ACCEPTED }) : target
      return withFragment(base, { message: FIRST_LINK_ACCEPTED, sb: '' })
    }
    return withFragment(target, { ...(await sessionFragment(app, outcome.signedIn)), type: link.type })
  }
}

function locationOfFailure(target: string, error: unknown, pkce: boolean): string {
  const { status, code, message } = error instanceof AuthError ? error : authErrors.unexpected(error)
  const name = namesByStatus.get(status)
  const values = { ...(name && { error: name }), error_code: code, error_description: message }
  return withFragment(pkce ? withQuery(target, values) : target, { ...values, sb: '' })
}
