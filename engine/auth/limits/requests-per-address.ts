import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Limit } from '../../bus/rate-counter.ts'
import { networkOf } from '../../kernel/network.ts'
import { authErrors } from '../errors.ts'
import type { AuthLimits } from './auth-limits.ts'

export type AddressLimiter = (request: FastifyRequest) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** An onRequest hook that limits the calls from one address; routes with the same name share the count. */
    limitCalls(name: string, limit: Limit): AddressLimiter
    /** The same for a route of the core, by its entry in the limits. */
    limitAddress(route: keyof AuthLimits['address']): AddressLimiter
  }
}

const unlimited: AddressLimiter = async () => {}

/** Limits per network address, all off when the installation switches rate limits off. */
export const limitAddresses = fp(
  async function limitAddresses(app) {
    const { authLimits, bus } = app
    app.decorate('limitCalls', (name: string, limit: Limit): AddressLimiter => {
      if (!authLimits) return unlimited
      const calls = bus.counter(`calls of ${name}`, limit)
      return async ({ ip }) => {
        if (!(await calls.take(networkOf(ip))).isAllowed) throw authErrors.overRequestRate()
      }
    })
    app.decorate('limitAddress', (route: keyof AuthLimits['address']) =>
      authLimits ? app.limitCalls(route, authLimits.address[route]) : unlimited,
    )
  },
  { name: 'calls-per-address', dependencies: ['auth-basics'] },
)
