import { isIPv6 } from 'node:net'

/**
 * Who is counted as one: an address, or with IPv6 a network. Of 64 bits is usually one person's, of 48 what a site is
 * given, and so what somebody has who looks for many.
 */
export function networkOf(ip: string, bits: 48 | 64 = 64): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  // The parser of addresses writes each network in one way.
  const { hostname } = new URL(`http://[${ip.split('%', 1)[0]}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const groups = before === '' ? [] : before.split(':')
  const behind = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - groups.length - behind.length
  return `${[...groups, ...Array<string>(zeros).fill('0'), ...behind].slice(0, bits / 16).join(':')}::/${bits}`
}
