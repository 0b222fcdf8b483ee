import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { deleteUserOwnedRows, type WithAuthFeatures } from '../accounts/user-owned-rows.ts'
import { invalidateLinks } from '../codes/invalidate-links.ts'
import { authErrors } from '../errors.ts'
import { readOptionalBody } from '../http/read-body.ts'
import { type UserRoute, userIdOf } from '../http/user-id.ts'
import { endSessions } from '../sessions/sessions.ts'
import { audit, serviceRole } from '../users/audit-log.ts'
import type { User } from '../users/user.ts'
import { lockUser, updateUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'
import { adminErrors } from './errors.ts'

const body = z.object({ should_soft_delete: z.boolean().default(false) })

/** DELETE /admin/users/{id}: permanently, or so that only the row remains (docs/wire/auth.md#administration). */
export async function deleteUser(app: FastifyInstance) {
  app.delete<UserRoute>('/users/:userId', async (request) => {
    const userId = userIdOf(request)
    const { should_soft_delete: soft } = readOptionalBody(request, body)
    await app.database.transaction({}, async (tx) => {
      const user = await lockUser(tx, userId)
      if (!user) throw authErrors.userNotFound()
      await audit(tx, serviceRole, 'user_deleted', visitorOf(request), { user_id: user.id, user_email: user.email })
      await (soft ? anonymizeUser(app, tx, user) : deleteUserRows(tx, user)).catch((error: unknown) => {
        throw error instanceof pg.DatabaseError ? adminErrors.deletingUserFailed(error) : error
      })
    })
    return {}
  })
}

/** A real delete, so that the project's own cascades and restrictions apply. */
async function deleteUserRows(tx: Transaction, { id }: User) {
  await invalidateLinks(tx, id)
  await tx.query('delete from auth.users where id = $1', [id])
}

/** Soft delete: the row stays for foreign keys, without any personal data. */
async function anonymizeUser(app: WithAuthFeatures, tx: Transaction, user: User) {
  const hashed = (text: string) => createHash('sha256').update(`${user.id}${text}`).digest('base64url')
  await updateUser(tx, user.id, {
    email: user.email && hashed(user.email),
    phone: user.phone && hashed(user.phone).slice(0, 15),
    encrypted_password: '',
    raw_user_meta_data: {},
    raw_app_meta_data: {},
    deleted_at: new Date(),
  })
  for (const { id, provider_id } of user.identities) {
    await tx.query(
      `update auth.identities set provider_id = $2, identity_data = '{}', updated_at = now() where id = $1`,
      [id, hashed(provider_id)],
    )
  }
  await deleteUserOwnedRows(app, tx, user.id)
  await invalidateLinks(tx, user.id)
  await endSessions(tx, user.id)
}
