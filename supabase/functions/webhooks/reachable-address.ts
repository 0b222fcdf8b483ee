import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why an address is not called; the message is shown to the people who administer the webhook. */
export class Unreachable extends Error {}

type Network = ReturnType<typeof ipaddr.parseCIDR>
type Resolve = (host: string) => Promise<string[]>

const DNS_TIMEOUT_MS = 5_000
/** Azure answers its virtual machines at this address, which is not in any private range. */
const AZURE_HOST = '168.63.129.16'
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Parses WEBHOOK_NETWORKS: the private addresses and networks, with commas between them, that webhooks may call. */
export function parseNetworks(text = ''): Network[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return part.includes('/') ? ipaddr.parseCIDR(part) : ipaddr.parseCIDR(`${part}/${isIP(part) === 6 ? 128 : 32}`)
      } catch {
        throw new Error(
          'WEBHOOK_NETWORKS should be addresses or networks with commas between them, such as 10.0.0.0/8.',
        )
      }
    })
}

/**
 * Parses the address of a webhook. It is https: plain http is for the networks of WEBHOOK_NETWORKS, which
 * `resolveAddress` verifies.
 */
export function parseWebhookUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Unreachable('The address should begin with https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new Unreachable('The address must not contain a user name or a password.')
  }
  url.hash = ''
  return url
}

/**
 * Returns the IP address to connect to. The host is resolved once, and the caller connects to exactly this address, so
 * that a name that resolves differently a moment later (DNS rebinding) does not lead inside. Every address of the host
 * must be public, or in one of the `networks`.
 */
export async function resolveAddress(
  url: URL,
  networks: readonly Network[],
  resolve: Resolve = resolveHost,
): Promise<string> {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await resolve(host)
  const isNear = addresses.every((address) => networks.some((network) => isIn(address, network)))
  if (!isNear && !addresses.every(isPublic)) throw new Unreachable('The address leads into a private network.')
  if (!isNear && url.protocol !== 'https:') throw new Unreachable('The address should begin with https://.')
  const [address] = addresses
  if (address === undefined) throw new Unreachable(`${host} was not found.`)
  return address
}

export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

function parse(address: string) {
  // Removes the zone of a link-local address, and reads an IPv4 address that is written as an IPv6 one as what it is.
  const bare = address.replace(/%.*$/, '')
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

function isPublic(address: string): boolean {
  const parsed = parse(address)
  if (parsed?.range() !== 'unicast') return false
  // Addresses outside 2000::/3 are not assigned, and some are older kinds of private ones.
  return parsed.kind() === 'ipv4' ? parsed.toString() !== AZURE_HOST : parsed.match(GLOBAL_IPV6)
}

function isIn(address: string, network: Network): boolean {
  const parsed = parse(address)
  return parsed !== undefined && parsed.kind() === network[0].kind() && parsed.match(network)
}

async function resolveHost(host: string): Promise<string[]> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Unreachable(`${host} could not be looked up in time.`)), DNS_TIMEOUT_MS)
  try {
    const found = await Promise.race([lookup(host, { all: true }), late])
    return found.map(({ address }) => address)
  } catch (error) {
    throw error instanceof Unreachable ? error : new Unreachable(`${host} was not found.`)
  } finally {
    clearTimeout(timer)
  }
}
