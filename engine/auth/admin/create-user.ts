import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { isUuid } from '../../kernel/uuid.ts'
import { confirmEmail, confirmPhone } from '../accounts/confirm-contact.ts'
import { releaseContacts } from '../accounts/unconfirmed-sign-ups.ts'
import { authErrors } from '../errors.ts'
import { readBody, text } from '../http/read-body.ts'
import { audit, serviceRole } from '../users/audit-log.ts'
import { createUser } from '../users/create-user.ts'
import { hashPassword, isHashable, isPasswordHash, randomPassword } from '../users/passwords.ts'
import { userJson } from '../users/user-json.ts'
import { findUserByEmail, isPhoneTaken, reloadUser, updateUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'
import { adminErrors } from './errors.ts'
import { parseBan, parseContacts, type UserFields, userFields } from './user-fields.ts'

const body = userFields.extend({ id: text, aud: text })

/** POST /admin/users: creates a user without sending a mail (docs/wire/auth.md#administration). */
export async function createUserByAdmin(app: FastifyInstance) {
  app.post('/users', async (request) => {
    const asked = readBody(request, body)
    const { email, phone } = parseContacts(asked)
    if (email === undefined && phone === undefined) throw adminErrors.contactNeeded()
    if (asked.id !== '' && !isUuid(asked.id)) throw adminErrors.newIdMalformed()
    const bannedUntil = parseBan(asked.ban_duration)
    const passwordHash = await passwordHashFor(asked)

    const user = await app.database.transaction({}, async (tx) => {
      await releaseContacts(tx, { email, phone })
      if (phone !== undefined && (await isPhoneTaken(tx, phone))) throw authErrors.phoneTaken()
      const created = await createUser(tx, {
        ...(asked.id !== '' && { id: asked.id }),
        ...(asked.aud !== '' && { audience: asked.aud }),
        ...(asked.role !== '' && { role: asked.role }),
        email: email ?? null,
        phone: phone ?? null,
        passwordHash,
        userMetadata: asked.user_metadata,
        appMetadata: asked.app_metadata,
      }).catch(refuseAsFailure)
      if (!created && email !== undefined && (await findUserByEmail(tx, email))) throw authErrors.emailTaken()
      if (!created) throw adminErrors.creatingUserFailed(new Error('Another user has this id.'))
      if (asked.email_confirm && email !== undefined) await confirmEmail(tx, created)
      if (asked.phone_confirm && phone !== undefined) await confirmPhone(tx, await reloadUser(tx, created.id))
      if (bannedUntil !== undefined) await updateUser(tx, created.id, { banned_until: bannedUntil })
      const traits = { user_id: created.id, user_email: email ?? '', user_phone: phone ?? '' }
      await audit(tx, serviceRole, 'user_signedup', visitorOf(request), traits)
      return reloadUser(tx, created.id)
    })
    return userJson(user)
  })
}

/** Without a given password, the hash is of one that nobody knows: the user signs in by mail or resets it. */
async function passwordHashFor({ password, password_hash: hash }: UserFields): Promise<string> {
  if (password !== '' && hash !== '') throw adminErrors.passwordOrHash()
  if (hash !== '' && !isPasswordHash(hash)) throw adminErrors.passwordHashUnknown()
  if (!isHashable(password)) throw authErrors.passwordTooLong()
  return hash || hashPassword(password || randomPassword())
}

function refuseAsFailure(error: unknown): never {
  throw error instanceof pg.DatabaseError ? adminErrors.creatingUserFailed(error) : error
}
