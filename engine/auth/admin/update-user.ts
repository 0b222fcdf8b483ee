import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Transaction } from '../../database/database.ts'
import { confirmEmail, confirmPhone } from '../accounts/confirm-contact.ts'
import { releaseContacts } from '../accounts/unconfirmed-sign-ups.ts'
import { invalidateLinks } from '../codes/invalidate-links.ts'
import { authErrors } from '../errors.ts'
import { readBody } from '../http/read-body.ts'
import { type UserRoute, userIdOf } from '../http/user-id.ts'
import { endSessions } from '../sessions/sessions.ts'
import { readerOf } from '../single-statements.ts'
import { audit, serviceRole } from '../users/audit-log.ts'
import { mergeIdentity, refreshProviders } from '../users/identity-rows.ts'
import { hashPassword, requireStrongPassword } from '../users/passwords.ts'
import { type Metadata, mergeMetadata, type User } from '../users/user.ts'
import { userJson } from '../users/user-json.ts'
import { findUser, lockUser, reloadUser, updateUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'
import { adminErrors } from './errors.ts'
import { parseBan, parseContacts, type UserFields, userFields } from './user-fields.ts'

type Changes = {
  fields: UserFields
  email: string | undefined
  phone: string | undefined
  passwordHash: string | undefined
  bannedUntil: Date | null | undefined
}

/**
 * PUT /admin/users/{id}: changes everything at once without sending a mail; a new password ends all sessions
 * (docs/wire/auth.md#administration).
 */
export async function updateUserByAdmin(app: FastifyInstance) {
  app.put<UserRoute>('/users/:userId', async (request) => {
    const userId = userIdOf(request)
    if (!(await findUser(readerOf(app.database), userId))) throw authErrors.userNotFound()
    const changes = await parseChanges(readBody(request, userFields))
    const changed = await app.database.transaction({}, async (tx) => {
      const user = await lockUser(tx, userId)
      if (!user) throw authErrors.userNotFound()
      await writeChanges(tx, user, changes).catch((error: unknown) => {
        throw error instanceof pg.DatabaseError ? adminErrors.updatingUserFailed(error) : error
      })
      await audit(tx, serviceRole, 'user_modified', visitorOf(request), { user_id: user.id, user_email: user.email })
      return reloadUser(tx, user.id)
    })
    return userJson(changed)
  })

  async function parseChanges(fields: UserFields): Promise<Changes> {
    const { password } = fields
    if (password !== '') requireStrongPassword(password, app.authSettings.passwordPolicy)
    return {
      fields,
      ...parseContacts(fields),
      bannedUntil: parseBan(fields.ban_duration),
      passwordHash: password === '' ? undefined : await hashPassword(password),
    }
  }
}

const hasMetadata = (metadata: Metadata) => Object.keys(metadata).length > 0

async function writeChanges(tx: Transaction, user: User, { fields, email, phone, passwordHash, bannedUntil }: Changes) {
  await releaseContacts(tx, { email, phone }, user.id)
  await updateUser(tx, user.id, {
    ...(fields.role !== '' && { role: fields.role }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(passwordHash !== undefined && { encrypted_password: passwordHash }),
    ...(bannedUntil !== undefined && { banned_until: bannedUntil }),
    ...(hasMetadata(fields.user_metadata) && {
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, fields.user_metadata),
    }),
    ...(hasMetadata(fields.app_metadata) && {
      raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, fields.app_metadata),
    }),
  })
  if (email !== undefined || phone !== undefined || passwordHash !== undefined) await invalidateLinks(tx, user.id)
  if (email !== undefined) {
    await mergeIdentity(tx, user.id, 'email', { email, email_verified: fields.email_confirm })
  }
  if (phone !== undefined) {
    await mergeIdentity(tx, user.id, 'phone', { phone, phone_verified: fields.phone_confirm })
  }
  if (email !== undefined || phone !== undefined) await refreshProviders(tx, user.id)
  if (fields.email_confirm) await confirmEmail(tx, await reloadUser(tx, user.id))
  if (fields.phone_confirm) await confirmPhone(tx, await reloadUser(tx, user.id))
  if (passwordHash !== undefined) await endSessions(tx, user.id)
}
