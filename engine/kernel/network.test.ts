import { expect, it } from 'vitest'
import { forwardedAddress, networkOf } from './network.ts'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:40001', '192.0.2.1'],
  ['[2001:db8::1]:40001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:40001', '192.0.2.1'],
  ['unknown', undefined],
  ['192.0.2.1:', undefined],
  ['192.0.2.1:1:2', undefined],
  ['192.0.2:40001', undefined],
  ['evil@192.0.2.1:40001', undefined],
  ['[192.0.2.1', undefined],
])('reads %s of a proxy as %s', (entry, address) => {
  expect(forwardedAddress(entry)).toBe(address)
})
