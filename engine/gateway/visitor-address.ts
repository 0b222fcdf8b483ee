import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../kernel/config/environment-variables.ts'

/**
 * The client's address for a request that does not go through Fastify, such as a WebSocket's; by the rule of Fastify's
 * `request.ip`.
 */
export function visitorAddress({ trustedProxies }: Config): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustedProxies.split(',').map((name) => name.trim()))
  return (request) => proxyAddr(request, isTrusted)
}
