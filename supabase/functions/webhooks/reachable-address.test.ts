import { expect, it } from 'vitest'
import { parseNetworks, parseWebhookUrl, resolveAddress } from './reachable-address.ts'

const near = parseNetworks('10.0.0.5, fd00:1::/32')
const leadsTo = (address: string, ...found: string[]) =>
  resolveAddress(parseWebhookUrl(address), near, async () => found)

it.each([
  ['a public address', 'https://n8n.example.com/hook', '93.184.216.34'],
  ['a public IPv6 address', 'https://n8n.example.com/', '2606:2800:220:1:248:1893:25c8:1946'],
  ['a private address that WEBHOOK_NETWORKS allows, without TLS', 'http://n8n.internal:5678/', '10.0.0.5'],
  ['a private network that WEBHOOK_NETWORKS allows', 'https://n8n.internal/', 'fd00:1::7'],
])('[webhooks.md#addresses] connects to %s', async (_what, address, found) => {
  expect(await leadsTo(address, found)).toBe(found)
})

it.each([
  ['this machine', '127.0.0.1'],
  ['this machine, written as IPv6', '::ffff:127.0.0.1'],
  ['this machine by IPv6', '::1'],
  ['any address of this machine', '0.0.0.0'],
  ['a private network', '192.168.1.10'],
  ['a private network of IPv6', 'fd12::1'],
  ['a link-local address, as of cloud metadata', '169.254.169.254'],
  ['a link-local address with a zone', 'fe80::1%eth0'],
  ['a shared address of a carrier, as of Alibaba’s metadata', '100.100.100.200'],
  ['Azure’s host', '168.63.129.16'],
  ['an IPv4 address behind NAT64', '64:ff9b::7f00:1'],
  ['a site-local address', 'fec0::1'],
  ['an address for documentation', '2001:db8::1'],
  ['a multicast address', '224.0.0.1'],
])('[webhooks.md#addresses] does not connect to %s, alone or beside a public address', async (_what, found) => {
  await expect(leadsTo('https://rebound.example.com/', found)).rejects.toThrow('private network')
  await expect(leadsTo('https://rebound.example.com/', '93.184.216.34', found)).rejects.toThrow('private network')
})

it.each([
  ['a decimal number', 'https://2130706433/'],
  ['octal digits', 'https://0177.0.0.1/'],
  ['IPv6', 'https://[::ffff:7f00:1]/'],
  ['its name', 'https://localhost/'],
])('[webhooks.md#addresses] knows this machine by %s', async (_how, address) => {
  await expect(resolveAddress(parseWebhookUrl(address), [])).rejects.toThrow('private network')
})

it.each([
  ['plain http', 'http://n8n.example.com/'],
  ['another protocol', 'file:///etc/passwd'],
  ['a password', 'https://me:secret@n8n.example.com/'],
  ['no address', 'n8n'],
])('[webhooks.md#addresses] refuses %s', async (_what, address) => {
  await expect((async () => leadsTo(address, '93.184.216.34'))()).rejects.toThrow(/^The address/)
})

it('says what is wrong in WEBHOOK_NETWORKS', () => {
  expect(() => parseNetworks('10.0.0.0/99')).toThrow('WEBHOOK_NETWORKS should be')
})
