import { isIP, isIPv4 } from 'node:net'

const names = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Whether Fastify accepts the list of trusted proxies: names, addresses and networks. */
export const areProxies = (list: string): boolean => list.split(',').every((one) => isProxy(one.trim()))

function isProxy(one: string): boolean {
  if (names.has(one)) return true
  const [address = '', range, ...rest] = one.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (range === undefined) return true
  if (/^\d+$/.test(range)) return Number(range) > 0 && Number(range) <= (family === 4 ? 32 : 128)
  return family === 4 && isIPv4(range)
}
