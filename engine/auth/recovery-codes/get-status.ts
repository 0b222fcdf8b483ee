import type { FastifyInstance } from 'fastify'
import { readerOf } from '../outside-transactions.ts'
import { findCodeSet } from './code-set.ts'
import { recoveryErrors } from './errors.ts'

/** GET /factors/recovery-codes: how many are left, never which; and whoever has none hears where there are none to have. */
export async function recoveryCodesStatus(app: FastifyInstance, { canEnroll }: { canEnroll: boolean }) {
  app.get('/', async ({ person }) => {
    const set = await findCodeSet(readerOf(app.database), person.user.id)
    if (!set) throw canEnroll ? recoveryErrors.none() : recoveryErrors.enrollDisabled()
    return { id: set.factorId, type: 'recovery_code', total: set.total, remaining: set.remaining }
  })
}
