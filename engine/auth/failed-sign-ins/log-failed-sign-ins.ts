import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../kernel/network.ts'
import type { Parts } from '../feature.ts'
import type { ProofAttempt } from '../http/report-attempt.ts'
import { writerOf } from '../single-statements.ts'
import { audit } from '../users/audit-log.ts'
import type { Visitor } from '../visitor.ts'

const HOUR = 60 * 60_000

/** The lines an hour about one account and from one address, so that guessing does not fill the table. */
const LINES_PER_ACCOUNT = { max: 20, timeWindow: HOUR }
const LINES_PER_ADDRESS = { max: 60, timeWindow: HOUR }

/**
 * Writes a line `login_failed` into the audit log for each wrong password or second factor of an existing user. The
 * answer does not wait for it, so its duration does not reveal who has an account.
 */
export function logFailedSignIns(app: FastifyInstance): Parts {
  const aboutAccount = app.bus.counter('failed sign-ins kept of one account', LINES_PER_ACCOUNT)
  const byAddress = app.bus.counter('failed sign-ins kept of one address', LINES_PER_ADDRESS)
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(underWay)))

  return {
    onPasswordAttempt: (attempt, visitor) => hear(attempt, visitor, 'password'),
    onFactorAttempt: (attempt, visitor) => hear(attempt, visitor, attempt.factor_type),
  }

  async function hear({ user_id, valid }: ProofAttempt, visitor: Visitor, method: string) {
    if (valid) return undefined
    const writing = write(user_id, visitor, method)
      .catch((error: unknown) => app.log.error(error, 'A failed sign-in could not be kept in the audit log.'))
      .finally(() => underWay.delete(writing))
    underWay.add(writing)
    return undefined
  }

  async function write(userId: string, visitor: Visitor, method: string) {
    const address = visitor.ip === null ? '' : networkOf(visitor.ip)
    if (!(await byAddress.take(address)).isAllowed) return
    if (!(await aboutAccount.take(userId)).isAllowed) return
    await audit(writerOf(app.database), { id: userId, email: null }, 'login_failed', visitor, { method })
  }
}
