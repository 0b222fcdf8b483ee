import fp from 'fastify-plugin'
import type { Caller } from '../database/database.ts'
import { networkOf } from '../kernel/network.ts'
import { authorizationBesideKey } from './key-to-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller that the request's statements run as. */
    caller: Caller
  }
}

/**
 * Turns the bearer token into the caller. Without a token the key's role is the caller, as at the hosted gateway.
 * Throws `TokenError` (docs/wire/rest.md#tokens).
 */
export const callerClaims = fp(
  async function callerClaims(app) {
    app.decorateRequest('caller')

    app.addHook('onRequest', async (request) => {
      if (request.method === 'OPTIONS') return
      const key = typeof request.headers.apikey === 'string' ? request.headers.apikey : ''
      const caller = await callerOf(authorizationBesideKey(request.headers) ?? `Bearer ${app.tokens.tokenOf(key)}`)
      request.caller = { ...caller, address: networkOf(request.ip) }
    })

    async function callerOf(header: string): Promise<Caller> {
      const bearer = /^bearer(?: (.*))?$/i.exec(header)
      if (!bearer) return anonymous
      const claims = await app.tokens.verify(bearer[1]?.trim() ?? '')
      return { role: claims.role, claims }
    }
  },
  { name: 'caller-claims', dependencies: ['require-api-key'] },
)

const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } }
