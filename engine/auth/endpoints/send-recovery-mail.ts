import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseChallenge } from '../codes/pkce-flow.ts'
import { authErrors } from '../errors.ts'
import { hideDuration } from '../http/hide-duration.ts'
import { readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { deliver, prepareRecovery } from '../mail/prepare-mails.ts'
import { audit } from '../users/audit-log.ts'
import { parseEmail } from '../users/parse-contacts.ts'
import { isConfirmed } from '../users/user.ts'
import { findUserByEmail } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({ email: text, code_challenge: text, code_challenge_method: text })

/** POST /recover: resets a forgotten password. The answer never reveals whether the account exists. */
export async function sendRecoveryMail(app: FastifyInstance) {
  app.post('/recover', { onRequest: app.limitAddress('recover'), config: { isGuessable: true } }, async (request) => {
    const asked = readBody(request, body)
    const challenge = parseChallenge(asked)
    if (asked.email === '') throw authErrors.recoverWithoutEmail()
    const email = parseEmail(asked.email)
    const visitor = visitorOf(request)
    await hideDuration(async () => {
      const isUsedUp = await app.authMail.isUsedUpForStrangers()
      const mailing = await app.database.transaction({}, async (tx) => {
        const user = await findUserByEmail(tx, email)
        if (!user) return
        if (isUsedUp && !isConfirmed(user)) {
          // Sends no mail and answers as usual: a refusal would reveal that the address was invited or has signed up.
          app.authMail.requireInterval(user.recovery_sent_at)
          return
        }
        await audit(tx, user, 'user_recovery_requested', visitor)
        const target = { redirectTo: chooseRedirect(request, app.authSettings), challenge }
        return prepareRecovery(app, tx, user.id, target)
      })
      if (mailing) await deliver(app, mailing, visitor)
      else await app.authMail.pretend('recovery', { address: email, isKnown: true }, visitor)
    })
    return {}
  })
}
