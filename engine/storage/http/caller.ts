import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Caller } from '../../database/database.ts'
import { networkOf } from '../../gateway/network.ts'
import { TokenError } from '../../tokens/tokens.ts'
import { storageErrors } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whom a request's token names; undefined without a token. Throws `TokenError`. */
    bearerOf(request: FastifyRequest): Promise<Caller | undefined>
  }
}

/**
 * Who calls. Browsers open files without any header, so no key is asked for here. As at the hosted gateway a key of the
 * newer form (`sb_…`) is no token, and without a token the key itself speaks (docs/wire/storage.md#who-is-calling,
 * docs/wire/rest.md#gateway-and-defaults).
 */
export const bearers = fp(
  async function bearers(app) {
    app.decorate('bearerOf', async ({ headers, ip }: FastifyRequest) => {
      const authorization = headers.authorization ?? ''
      const isToken = authorization !== '' && !authorization.startsWith('Bearer sb_')
      const token = isToken ? authorization.replace(/^bearer\s+/i, '').trim() : headers.apikey
      if (typeof token !== 'string' || token === '') return undefined
      const claims = await app.tokens.verifyAny(token)
      return { role: claims.role, claims, address: networkOf(ip) }
    })
  },
  { name: 'storage-bearers' },
)

/** Asks for a token; row policies decide what its bearer may do. */
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

/** Takes everybody: who has no good token may still open the files of public buckets. */
export async function callerIfAny(app: FastifyInstance, request: FastifyRequest): Promise<Caller | undefined> {
  try {
    return await app.bearerOf(request)
  } catch (error) {
    if (error instanceof TokenError) return undefined
    throw error
  }
}

/** Lets only the project's secret key in. */
export const serviceRoleOnly = fp(
  async function serviceRoleOnly(app: FastifyInstance) {
    app.addHook('onRequest', async (request) => {
      if (request.method !== 'OPTIONS' && request.caller.role !== 'service_role') throw storageErrors.notServiceRole()
    })
  },
  { name: 'storage-service-role-only', dependencies: ['storage-caller-required'] },
)
