import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authErrors } from '../errors.ts'
import { queryText } from '../http/read-body.ts'
import type { Grant } from '../sessions/grant.ts'
import { pkceGrant } from './token-by-code.ts'
import { passwordGrant } from './token-by-password.ts'
import { refreshTokenGrant } from './token-by-refresh-token.ts'
import { web3Grant } from './unsupported-endpoints.ts'

/** POST /token: opens a session by any grant (docs/wire/auth.md#password-grant and the grants after it). */
export async function token(app: FastifyInstance) {
  const grants = new Map<string, Grant>(
    Object.entries<Grant>({
      password: passwordGrant(app),
      refresh_token: refreshTokenGrant(app),
      pkce: pkceGrant(app),
      web3: web3Grant,
      ...Object.assign({}, ...app.authFeatures.parts('grants')),
    }),
  )
  const grantOf = (request: FastifyRequest) => grants.get(queryText(request, 'grant_type'))
  const isGuessable = (request: FastifyRequest) => grantOf(request)?.isGuessable ?? false

  app.post('/token', { onRequest: app.limitAddress('token'), config: { isGuessable } }, async (request) => {
    const grant = grantOf(request)
    if (!grant) throw authErrors.unknownGrant()
    return grant.open(request)
  })
}
