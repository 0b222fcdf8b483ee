import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authErrors } from '../errors.ts'
import { queryText } from '../http/read-body.ts'
import { idTokenGrant } from '../providers/token-by-id-token.ts'
import type { SessionJson } from '../sessions/session-json.ts'
import { walletGrant } from '../web3/token-by-wallet.ts'
import { pkceGrant } from './token-by-code.ts'
import { passwordGrant } from './token-by-password.ts'
import { refreshTokenGrant } from './token-by-refresh-token.ts'

export type Grant = (request: FastifyRequest) => Promise<SessionJson>

/** POST /token: a session for whatever proves who somebody is (auth.md §4.2–4.5). */
export async function token(app: FastifyInstance) {
  const grants = new Map<string, Grant>([
    ['password', passwordGrant(app)],
    ['refresh_token', refreshTokenGrant(app)],
    ['pkce', pkceGrant(app)],
    ['id_token', idTokenGrant(app)],
    ['web3', walletGrant(app)],
  ])

  app.post('/token', { onRequest: app.limitAddress('token') }, async (request) => {
    const grant = grants.get(queryText(request, 'grant_type'))
    if (!grant) throw authErrors.unknownGrant()
    return grant(request)
  })
}
