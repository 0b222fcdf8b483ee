import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { networkOf } from '../../gateway/network.ts'
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
    const { authLimits, bus } = app
    app.decorate('limitAddress', (route: keyof AuthLimits['address']): AddressLimiter => {
      if (!authLimits) return async () => {}
      const calls = bus.counter(`calls of ${route}`, authLimits.address[route])
      return async ({ ip }) => {
        if (!(await calls.take(networkOf(ip))).isAllowed) throw authErrors.overRequestRate()
      }
    })
  },
  { name: 'limit-addresses', dependencies: ['auth-services'] },
)
