import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../kernel/config/environment-variables.ts'
import { forwardedAddress } from '../kernel/network.ts'

/** Makes Fastify's `request.ip` an address without a port, whatever the proxies write. */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => normalizeForwardedFor(raw))
}

/**
 * The client's address for a request that does not go through Fastify, such as a WebSocket's; by the rule of Fastify's
 * `request.ip`.
 */
export function visitorAddress({ trustedProxies }: Config): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustedProxies.split(',').map((name) => name.trim()))
  return (request) => {
    normalizeForwardedFor(request)
    return proxyAddr(request, isTrusted)
  }
}

/**
 * Leaves bare addresses in X-Forwarded-For. An entry that is no address ends the chain, so that the nearest proxy that
 * is known counts: limits would take every such entry for a visitor of its own.
 */
function normalizeForwardedFor({ headers }: IncomingMessage): void {
  const header = headers['x-forwarded-for']
  if (header === undefined) return
  const addresses = String(header)
    .split(',')
    .map((entry) => forwardedAddress(entry.trim()))
  headers['x-forwarded-for'] = addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ')
}
