import { BlockList, isIP } from 'node:net'

const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Loopback, private, link-local and reserved networks, also as IPv4-mapped IPv6 addresses. */
const notPublic = [
  ...Object.values(named).flat(),
  '0.0.0.0/8',
  '100.64.0.0/10',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  ...[
    '::/128',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fec0::/10',
    'ff00::/8',
  ],
]

/** Parses comma-separated networks, in the format of TRUSTED_PROXIES; undefined if one is invalid. */
export function parseNetworks(list: string): BlockList | undefined {
  const networks = new BlockList()
  for (const one of list.split(',').map((part) => part.trim())) {
    if (one === '') continue
    for (const network of named[one] ?? [one]) if (!add(networks, network)) return undefined
  }
  return networks
}

function add(networks: BlockList, network: string): boolean {
  const [address = '', bits, ...rest] = network.split('/')
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  const prefix = bits === undefined ? most : Number(bits)
  if (version === 0 || rest.length > 0 || !/^\d*$/.test(bits ?? '') || prefix < 1 || prefix > most) return false
  networks.addSubnet(address, prefix, familyOf(address))
  return true
}

const privateNetworks = parseNetworks(notPublic.join(','))

/** Whether an address is public, that is, reachable from anywhere. */
export const isPublic = (address: string) => !privateNetworks?.check(address, familyOf(address))

export const isAmong = (networks: BlockList, address: string) => networks.check(address, familyOf(address))
