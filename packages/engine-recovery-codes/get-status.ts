import { readerOf } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { findCodeSet } from './code-set.ts'
import { recoveryErrors } from './errors.ts'

/**
 * GET /factors/recovery-codes: the number of unused codes, never the codes. Where new ones are switched off, a user
 * without codes gets an error.
 */
export async function recoveryCodesStatus(app: FastifyInstance, { canEnroll }: { canEnroll: boolean }) {
  app.get('/', async ({ person }) => {
    const set = await findCodeSet(readerOf(app.database), person.user.id)
    if (!set) throw canEnroll ? recoveryErrors.none() : recoveryErrors.enrollDisabled()
    return { id: set.factorId, type: 'recovery_code', total: set.total, remaining: set.remaining }
  })
}
