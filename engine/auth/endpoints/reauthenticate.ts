import type { FastifyInstance } from 'fastify'
import { authErrors } from '../errors.ts'
import { deliver, prepareReauthentication } from '../mail/prepare-mails.ts'
import { preparePhoneReauthentication } from '../mail/prepare-text-messages.ts'
import { audit } from '../users/audit-log.ts'
import { isConfirmed, isPhoneConfirmed } from '../users/user.ts'
import { visitorOf } from '../visitor.ts'

/**
 * GET /reauthenticate: sends the code that changing a password requires after a day
 * (docs/wire/auth.md#reauthentication).
 */
export async function reauthenticate(app: FastifyInstance) {
  // HEAD is not answered, because it would send a mail as well.
  const options = { onRequest: app.limitAddress('reauthenticate'), exposeHeadRoute: false }

  app.get('/reauthenticate', options, async (request) => {
    const { user } = request.person
    if (!user.email && !user.phone) throw authErrors.reauthenticationWithoutAddress()
    if (user.email && !isConfirmed(user)) throw authErrors.verifyEmailFirst()
    if (!user.email && !isPhoneConfirmed(user)) throw authErrors.verifyPhoneFirst()
    const mailing = await app.database.transaction({}, async (tx) => {
      await audit(tx, user, 'user_reauthenticate_requested', visitorOf(request))
      const prepare = user.email ? prepareReauthentication : preparePhoneReauthentication
      return prepare(app, tx, user.id)
    })
    await deliver(app, mailing, visitorOf(request))
    return {}
  })
}
