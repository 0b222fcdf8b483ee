import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { releaseContacts } from '../accounts/unconfirmed-sign-ups.ts'
import { invalidateLinks } from '../codes/invalidate-links.ts'
import { authErrors } from '../errors.ts'
import { externalErrors } from '../external/errors.ts'
import { requireSecondFactor } from '../sessions/assurance-levels.ts'
import { audit } from '../users/audit-log.ts'
import { refreshProviders, removeIdentity } from '../users/identity-rows.ts'
import type { Identity, User } from '../users/user.ts'
import { isEmailTaken, lockUser, updateUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'

/** DELETE /user/identities/{id}: removes a sign-in method, but never the last one (docs/wire/auth.md#identities). */
export async function unlinkIdentity(app: FastifyInstance) {
  app.delete<{ Params: { identityId: string } }>('/user/identities/:identityId', async (request) => {
    const { identityId } = request.params
    if (!app.authSettings.manualLinking) throw externalErrors.manualLinkingDisabled()
    requireSecondFactor(request.person)
    if (!isUuid(identityId)) throw externalErrors.identityIdMalformed()
    const notice = await app.database.transaction({}, async (tx) => {
      // Locked, so that two concurrent requests cannot remove the last two.
      const user = await lockUser(tx, request.person.user.id)
      if (!user) throw authErrors.userGone()
      if (user.identities.length <= 1) throw externalErrors.lastIdentity()
      const identity = user.identities.find(({ id }) => id === identityId.toLowerCase())
      if (!identity) throw externalErrors.identityNotFound()
      const { id, provider, provider_id } = identity
      await audit(tx, user, 'identity_unlinked', visitorOf(request), { identity_id: id, provider, provider_id })
      await removeIdentity(tx, id)
      await withdrawContact(tx, user, identity)
      await refreshProviders(tx, user.id)
      return app.notices.write(tx, 'identity_unlinked', user, { Provider: provider })
    })
    await app.notices.send(notice)
    return {}
  })
}

/** Sets the user's address to one that they can still sign in with. */
async function withdrawContact(tx: Transaction, user: User, gone: Identity) {
  if (gone.provider === 'phone') {
    await updateUser(tx, user.id, { phone: null, phone_confirmed_at: null })
    return invalidateLinks(tx, user.id)
  }
  const left = user.identities.filter(({ id }) => id !== gone.id)
  if (left.some(({ email }) => email === user.email)) return
  const email = left.find((identity) => identity.identity_data.email_verified === true)?.email ?? null
  if (email !== null && (await isEmailTaken(tx, email, user.id))) throw externalErrors.emailConflict()
  if (email !== null) await releaseContacts(tx, { email }, user.id)
  await updateUser(tx, user.id, { email, email_confirmed_at: email === null ? null : new Date() })
  // Links in mails to the old address become void.
  await invalidateLinks(tx, user.id)
}
