import { expect, it } from 'vitest'
import { unauthenticatedSockets } from './unauthenticated-sockets.ts'

it('admits so many from one address until they have said who they are', () => {
  const { admit } = unauthenticatedSockets(2)
  const goOn = admit('203.0.113.7')
  expect([admit('203.0.113.7'), admit('203.0.113.7'), admit('203.0.113.8')]).toEqual([
    expect.any(Function),
    undefined,
    expect.any(Function),
  ])
  goOn?.()
  goOn?.() // a socket that closes after its person was let in leaves no second time
  expect([admit('203.0.113.7'), admit('203.0.113.7')]).toEqual([expect.any(Function), undefined])
})

it.each([
  ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', true],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ['2001:db8::1', '2001:db8:0:0:1::1', true],
  ['::ffff:203.0.113.7', '203.0.113.7', true],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
])('takes %s and %s for one: %s', (one, other, same) => {
  const { admit } = unauthenticatedSockets(1)
  admit(one)
  expect(admit(other) === undefined).toBe(same)
})
