import type { FastifyInstance } from 'fastify'
import { readerOf } from '../outside-transactions.ts'
import { findCodeSet } from './code-set.ts'
import { recoveryErrors } from './errors.ts'

/** GET /factors/recovery-codes: how many are left, never which. */
export async function recoveryCodesStatus(app: FastifyInstance) {
  app.get('/', async ({ person }) => {
    const set = await findCodeSet(readerOf(app.database), person.user.id)
    if (!set) throw recoveryErrors.none()
    return { id: set.factorId, type: 'recovery_code', total: set.total, remaining: set.remaining }
  })
}
