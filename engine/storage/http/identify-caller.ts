import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Caller } from '../../database/database.ts'
import { authorizationBesideKey, tokenOfKey } from '../../gateway/key-to-token.ts'
import { networkOf } from '../../kernel/network.ts'
import { TokenError } from '../../tokens/tokens.ts'
import { storageErrors } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The caller that a request's token identifies; undefined without a token. Throws `TokenError`. */
    bearerOf(request: FastifyRequest): Promise<Caller | undefined>
  }
}

/**
 * Identifies callers. No API key is required, because browsers open files without any header. As on the hosted gateway,
 * the key itself serves as the token where there is no other (docs/wire/storage.md#who-is-calling,
 * docs/wire/rest.md#gateway-and-defaults).
 */
export const bearers = fp(
  async function bearers(app) {
    app.decorate('bearerOf', async ({ headers, ip }: FastifyRequest) => {
      const { apikey } = headers
      const ofKey = typeof apikey === 'string' ? tokenOfKey(app.tokens, apikey, headers['user-agent']) : ''
      const token =
        authorizationBesideKey(headers)
          ?.replace(/^bearer\s+/i, '')
          .trim() || ofKey
      if (token === '') return undefined
      const claims = await app.tokens.verify(token)
      return { role: claims.role, claims, address: networkOf(ip) }
    })
  },
  { name: 'storage-bearers' },
)

/** Requires a token; row policies decide what its caller may do. */
export const callerRequired = fp(
  async function callerRequired(app: FastifyInstance) {
    app.decorateRequest('caller')
    app.addHook('onRequest', async (request) => {
      if (request.method === 'OPTIONS') return
      const caller = await app.bearerOf(request)
      if (!caller) throw storageErrors.noAuthorization()
      request.caller = caller
    })
  },
  { name: 'storage-caller-required', dependencies: ['storage-bearers'] },
)

/** Admits everybody: without a valid token a caller may still open the files of public buckets. */
export async function callerIfAny(app: FastifyInstance, request: FastifyRequest): Promise<Caller | undefined> {
  try {
    return await app.bearerOf(request)
  } catch (error) {
    if (error instanceof TokenError) return undefined
    throw error
  }
}

/** Admits only the project's secret key. */
export const serviceRoleOnly = fp(
  async function serviceRoleOnly(app: FastifyInstance) {
    app.addHook('onRequest', async (request) => {
      if (request.method !== 'OPTIONS' && request.caller.role !== 'service_role') throw storageErrors.notServiceRole()
    })
  },
  { name: 'storage-service-role-only', dependencies: ['storage-caller-required'] },
)
