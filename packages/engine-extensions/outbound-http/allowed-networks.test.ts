import { expect, it } from 'vitest'
import { isAmong, isPublic, parseNetworks } from './allowed-networks.ts'

it.each([
  '127.0.0.1',
  '127.1.2.3',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '0.0.0.0',
  '100.64.0.1',
  '255.255.255.255',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'ff02::1',
])('%s is no public address', (address) => expect(isPublic(address)).toBe(false))

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is one', (address) =>
  expect(isPublic(address)).toBe(true),
)

it('networks are read by their names, as addresses, and as networks', () => {
  const networks = parseNetworks('loopback, 10.1.0.0/16,192.168.0.7, fd00::/8')
  const among = ['127.0.0.1', '::1', '10.1.255.1', '192.168.0.7', 'fd12::1', '10.2.0.1', '192.168.0.8', 'fe80::1']
  expect(among.map((address) => networks && isAmong(networks, address))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

it.each(['localhost', '10.0.0.0/33', '10.0.0.0/0', '10.0.0/8', '10.0.0.0/8/8', '::1/129', '1.2.3.4/x'])(
  '%s is none',
  (list) => expect(parseNetworks(list)).toBe(undefined),
)
