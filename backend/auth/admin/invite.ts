import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import { welcoming } from '../hooks/newcomer-hook.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { visitorOf } from '../http/visitor.ts'
import { deliver, prepareInvitation, withRegistration } from '../mail/letters.ts'
import { parseEmail } from '../people/addresses.ts'
import { audit, serviceRole } from '../people/audit.ts'
import { registerUser } from '../people/register-user.ts'
import { isConfirmed, type Metadata, type User } from '../people/user.ts'
import { userJson } from '../people/user-json.ts'
import { findUserByEmail, reloadUser, updateUser } from '../people/users.ts'

const body = z.object({ email: text, data: metadata.default({}) })

/** POST /invite: asks somebody in by mail, and once more who has not come yet (auth.md §10). */
export async function invite(app: FastifyInstance) {
  app.post('/invite', async (request) => {
    const { email: address, data } = readBody(request, body)
    const email = parseEmail(address)
    const redirectTo = chooseRedirect(request, app.authSettings)
    const { user, mailing } = await welcoming(app, visitorOf(request), async (tx) => {
      const known = await findUserByEmail(tx, email)
      const { id } = known ?? (await registerGuest(tx, email, data))
      await markInvited(tx, id)
      const mailing = await prepareInvitation(app, tx, id, redirectTo)
      await audit(tx, serviceRole, 'user_invited', visitorOf(request), { user_id: id, user_email: email })
      return { user: await reloadUser(tx, id), mailing: known ? mailing : withRegistration(mailing) }
    })
    await deliver(app, mailing, undefined)
    return userJson(user)
  })
}

/** Somebody who has no password yet: they come in by the link. */
export async function registerGuest(tx: Transaction, email: string, data: Metadata): Promise<User> {
  const user = await registerUser(tx, { email, phone: null, passwordHash: null, data })
  if (!user) throw authErrors.emailTaken()
  return user
}

/** Throws for somebody who came long ago. */
export async function markInvited(tx: Transaction, id: string) {
  if (isConfirmed(await reloadUser(tx, id))) throw authErrors.emailTaken()
  await updateUser(tx, id, { invited_at: new Date() })
}
