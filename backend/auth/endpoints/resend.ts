import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Challenge, parseChallenge } from '../codes/flow-state.ts'
import { authErrors } from '../errors.ts'
import { readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { visitorOf } from '../http/visitor.ts'
import { deliver, prepareConfirmation, prepareEmailChange } from '../mail/letters.ts'
import { parseEmail } from '../people/addresses.ts'
import { audit } from '../people/audit.ts'
import { isConfirmed } from '../people/user.ts'
import { findUserByEmail } from '../people/users.ts'

const body = z.object({ type: text, email: text, phone: text, code_challenge: text, code_challenge_method: text })

type Asked = { type: 'signup' | 'email_change'; email: string; challenge: Challenge | undefined }

/** POST /resend: the same mail once more; `{}` too for somebody who waits for none (auth.md §4.9). */
export async function resend(app: FastifyInstance) {
  app.post('/resend', { onRequest: app.limitAddress('resend') }, async (request) => {
    const { type, email, challenge } = parseResend(request)
    if (!app.authSettings.emailEnabled) throw authErrors.emailSignUpDisabled()
    app.authMail.requireQuota()
    const target = { redirectTo: chooseRedirect(request, app.authSettings), challenge }
    const mailing = await app.database.transaction({}, async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (type === 'email_change') {
        if (!user?.email_change) return app.authMail.pretend('email_change', email)
        return prepareEmailChange(app, tx, user.id, user.email_change, target)
      }
      if (!user || isConfirmed(user)) return app.authMail.pretend('confirmation', email)
      await audit(tx, user, 'user_confirmation_requested', visitorOf(request))
      return prepareConfirmation(app, tx, user.id, target)
    })
    if (mailing) await deliver(app, mailing)
    return {}
  })
}

function parseResend(request: FastifyRequest): Asked {
  const { type, email, phone, ...pkce } = readBody(request, body)
  const isForEmail = type === 'signup' || type === 'email_change'
  const isForPhone = type === 'sms' || type === 'phone_change'
  if (!isForEmail && !isForPhone) throw authErrors.resendWithoutType()
  if (email !== '' && phone !== '') throw authErrors.resendWithBoth()
  if (email === '' && phone === '') throw authErrors.resendWithNeither()
  if (isForEmail && email === '') throw authErrors.resendNeedsEmail()
  if (isForPhone && phone === '') throw authErrors.resendNeedsPhone()
  if (!isForEmail) throw authErrors.phoneSignUpDisabled()
  return { type, email: parseEmail(email), challenge: parseChallenge(pkce) }
}
