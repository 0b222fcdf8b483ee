import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { registerUser } from '../accounts/register-user.ts'
import { lockUnconfirmed, markConfirmed, replaceSignUp } from '../accounts/unconfirmed-sign-ups.ts'
import { type UserCreationTransaction, withUserCreation } from '../accounts/user-creation.ts'
import type { WithAuthFeatures } from '../accounts/user-owned-rows.ts'
import { authErrors } from '../errors.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { asRegistration, deliver, prepareInvitation } from '../mail/prepare-mails.ts'
import { audit, serviceRole } from '../users/audit-log.ts'
import { parseEmail } from '../users/parse-contacts.ts'
import { isConfirmed, type Metadata, type User } from '../users/user.ts'
import { userJson } from '../users/user-json.ts'
import { findUserByEmail, reloadUser, updateUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({ email: text, data: metadata.default({}) })

/** POST /invite: invites a user by mail, also again until they have signed in (docs/wire/auth.md#administration). */
export async function invite(app: FastifyInstance) {
  app.post('/invite', async (request) => {
    const { email: address, data } = readBody(request, body)
    const email = parseEmail(address)
    const redirectTo = chooseRedirect(request, app.authSettings)
    const { user, mailing } = await withUserCreation(app, visitorOf(request), async (tx) => {
      const known = await findUserByEmail(tx, email)
      const { id } = await prepareInvitedUser(app, tx, known, { email, data })
      const mailing = await prepareInvitation(app, tx, id, redirectTo)
      await audit(tx, serviceRole, 'user_invited', visitorOf(request), { user_id: id, user_email: email })
      return { user: await reloadUser(tx, id), mailing: known ? mailing : asRegistration(mailing) }
    })
    await deliver(app, mailing, undefined)
    return userJson(user)
  })
}

/**
 * A user without a password, who signs in by the link. The contents of an unconfirmed sign-up under the address are
 * dropped; from now on the account holds what the administrator says. Throws for a user who has signed in before.
 */
export async function prepareInvitedUser(
  app: WithAuthFeatures,
  tx: UserCreationTransaction,
  known: User | undefined,
  { email, data }: { email: string; data: Metadata },
): Promise<User> {
  const user = known ?? (await registerUser(tx, { email, phone: null, passwordHash: null, data }))
  if (!user || isConfirmed(user)) throw authErrors.emailTaken()
  const stranger = known && (await lockUnconfirmed(tx, known.id))
  if (stranger) await replaceSignUp(app, tx, stranger, { passwordHash: null, data })
  await markConfirmed(tx, user.id)
  await updateUser(tx, user.id, { invited_at: new Date() })
  return user
}
