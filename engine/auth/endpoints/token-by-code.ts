import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isUuid } from '../../kernel/uuid.ts'
import { redeemCode } from '../codes/pkce-flow.ts'
import { authErrors } from '../errors.ts'
import { readBody, text } from '../http/read-body.ts'
import type { Grant } from '../sessions/grant.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { openSession } from '../sessions/sessions.ts'
import { isBanned } from '../users/user.ts'
import { findUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({ auth_code: text, code_verifier: text })

/** grant_type=pkce (docs/wire/auth.md#code-grant). */
export function pkceGrant(app: FastifyInstance): Grant {
  return { open }

  async function open(request: FastifyRequest) {
    const { auth_code: code, code_verifier: verifier } = readBody(request, body)
    if (code === '' || verifier === '') throw authErrors.codeAndVerifierNeeded()
    if (!isUuid(code)) throw authErrors.flowNotFound()
    const visitor = visitorOf(request)
    const { signedIn, providerTokens } = await app.database.transaction({}, async (tx) => {
      const { userId, method, provider, providerTokens } = await redeemCode(tx, code, verifier)
      const user = await findUser(tx, userId)
      if (!user) throw authErrors.flowNotFound()
      if (isBanned(user)) throw authErrors.banned()
      return { signedIn: await openSession(tx, { user, method, provider, visitor }), providerTokens }
    })
    return { ...(await sessionJson(app, signedIn)), ...providerTokens }
  }
}
