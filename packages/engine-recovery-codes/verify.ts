import {
  amrMethods,
  audit,
  authErrors,
  factorErrors,
  lockUser,
  raiseAssuranceLevel,
  readBody,
  readerOf,
  sessionJson,
  text,
  visitorOf,
} from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findMatch, normalizeCode } from './code-hashes.ts'
import { findCodeSet, spendCode, unusedCodes } from './code-set.ts'
import { recoveryErrors } from './errors.ts'
import type { WrongCodes } from './wrong-code-limit.ts'

const body = z.object({ code: text })

type Options = { canVerify: boolean; wrong: WrongCodes }

/**
 * POST /factors/recovery-codes/verify: a code raises the session like any other factor. Wrong codes are counted even
 * where RATE_LIMITS is off.
 */
export async function verifyRecoveryCode(app: FastifyInstance, { canVerify, wrong }: Options) {
  app.post('/verify', { onRequest: app.limitAddress('verifyFactor') }, async (request) => {
    if (!canVerify) throw recoveryErrors.verifyDisabled()
    const code = normalizeCode(readBody(request, body).code)
    if (code === '') throw factorErrors.codeMissing()
    const { user, session } = request.person
    if (!session) throw authErrors.sessionGone()
    const visitor = visitorOf(request)
    await wrong.take(user.id, visitor)
    // Compared before the transaction, which would stay open for as long.
    const match = await findMatch(await codesOf(user.id), code)
    const signedIn = await app.database.transaction({}, async (tx) => {
      await lockUser(tx, user.id)
      const set = await findCodeSet(tx, user.id)
      if (!set || !match || !(await spendCode(tx, match.id))) throw recoveryErrors.wrongCode()
      const traits = { factor_id: set.factorId, remaining: set.remaining - 1 }
      await audit(tx, user, 'recovery_codes_verified', visitor, traits)
      return raiseAssuranceLevel(tx, session, set.factorId, amrMethods.recovery_code)
    })
    await wrong.forget(user.id, visitor)
    return sessionJson(app, signedIn)
  })

  async function codesOf(userId: string) {
    const reader = readerOf(app.database)
    const set = await findCodeSet(reader, userId)
    if (!set) throw recoveryErrors.wrongCode()
    return unusedCodes(reader, set.id)
  }
}
