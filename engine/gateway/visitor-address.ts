import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../kernel/config/config.ts'

/** Where a request comes from that Fastify does not see, as that of a WebSocket; by the rule of its `request.ip`. */
export function visitorAddress({ trustedProxies }: Config): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustedProxies.split(',').map((name) => name.trim()))
  return (request) => proxyAddr(request, isTrusted)
}
