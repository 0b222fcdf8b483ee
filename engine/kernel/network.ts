import { isIP, isIPv6 } from 'node:net'

/**
 * The address of an entry of X-Forwarded-For, without the port and the brackets that some proxies write: each connection
 * has another port. Undefined if the entry is no address.
 */
export function forwardedAddress(entry: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? []
  const address = inBrackets ?? beforePort ?? entry
  return isIP(address) ? (mappedIPv4(address) ?? address) : undefined
}

/**
 * The address that limits count: an IPv4 address, or the network of an IPv6 address. A person usually has a /64, and a
 * site is given a /48, from which one person can use many networks.
 */
export function networkOf(ip: string, bits: 48 | 64 = 64): string {
  if (!isIPv6(ip)) return ip
  const mapped = mappedIPv4(ip)
  if (mapped !== undefined) return mapped
  // The URL parser writes every spelling of a network in the same way.
  const { hostname } = new URL(`http://[${ip.split('%', 1)[0]}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const groups = before === '' ? [] : before.split(':')
  const behind = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - groups.length - behind.length
  return `${[...groups, ...Array<string>(zeros).fill('0'), ...behind].slice(0, bits / 16).join(':')}::/${bits}`
}

const mappedIPv4 = (ip: string) => /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1]
