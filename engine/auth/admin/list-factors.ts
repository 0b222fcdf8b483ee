import type { FastifyInstance } from 'fastify'
import { authErrors } from '../errors.ts'
import { type UserRoute, userIdOf } from '../http/user-id.ts'
import { readerOf } from '../single-statements.ts'
import { factorJson } from '../users/user-json.ts'
import { findUser } from '../users/user-rows.ts'

/** GET /admin/users/{id}/factors. */
export async function listFactors(app: FastifyInstance) {
  app.get<UserRoute>('/users/:userId/factors', async (request) => {
    const user = await findUser(readerOf(app.database), userIdOf(request))
    if (!user) throw authErrors.userNotFound()
    return user.factors.map(factorJson)
  })
}
