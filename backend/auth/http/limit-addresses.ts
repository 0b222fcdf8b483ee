import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { authErrors } from '../errors.ts'
import type { AuthLimits } from '../limits.ts'

type AddressLimiter = (request: FastifyRequest) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** An onRequest hook that refuses an address which calls too often; routes that share it share the count. */
    limitAddress(route: keyof AuthLimits['address']): AddressLimiter
  }
}

/** Limits per network address, all off when the installation switches rate limits off. */
export const limitAddresses = fp(
  async function limitAddresses(app) {
    const { authLimits } = app
    if (!authLimits) {
      app.decorate('limitAddress', () => async () => {})
      return
    }
    await app.register(rateLimit, { global: false })
    app.decorate('limitAddress', (route: keyof AuthLimits['address']): AddressLimiter => {
      const count = app.createRateLimit(authLimits.address[route])
      return async (request) => {
        const result = await count(request)
        if (!result.isAllowed && result.isExceeded) throw authErrors.overRequestRate()
      }
    })
  },
  { name: 'limit-addresses', dependencies: ['auth-services'] },
)
