import type { FastifyInstance } from 'fastify'
import { authErrors } from '../errors.ts'
import { factorErrors } from '../factors/errors.ts'
import { type FactorRoute, factorIdOf } from '../factors/factor-id.ts'
import { lockFactor } from '../factors/factor-rows.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { type UserRoute, userIdOf } from '../http/user-id.ts'
import { readerOf } from '../single-statements.ts'
import { audit, serviceRole } from '../users/audit-log.ts'
import { factorJson } from '../users/user-json.ts'
import { findUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'

/** DELETE /admin/users/{id}/factors/{id}: for a user who has lost the device. */
export async function deleteFactor(app: FastifyInstance) {
  app.delete<UserRoute & FactorRoute>('/users/:userId/factors/:factorId', async (request) => {
    const userId = userIdOf(request)
    const factorId = factorIdOf(request)
    if (!(await findUser(readerOf(app.database), userId))) throw authErrors.userNotFound()
    const factor = await app.database.transaction({}, async (tx) => {
      const factor = await lockFactor(tx, factorId, userId)
      if (!factor) throw factorErrors.notFound()
      await removeFactor(tx, factor)
      await audit(tx, serviceRole, 'factor_deleted', visitorOf(request), { user_id: userId, factor_id: factorId })
      return factor
    })
    return factorJson(factor)
  })
}
