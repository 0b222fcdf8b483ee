import type { FastifyInstance } from 'fastify'
import { authErrors } from '../errors.ts'
import { type UserRoute, userIdOf } from '../http/user-id.ts'
import { readerOf } from '../single-statements.ts'
import { userJson } from '../users/user-json.ts'
import { findUser } from '../users/user-rows.ts'

/** GET /admin/users/{id}. */
export async function getUserByAdmin(app: FastifyInstance) {
  app.get<UserRoute>('/users/:userId', async (request) => {
    const user = await findUser(readerOf(app.database), userIdOf(request))
    if (!user) throw authErrors.userNotFound()
    return userJson(user)
  })
}
