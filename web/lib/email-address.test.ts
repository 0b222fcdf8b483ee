import { expect, it } from 'vitest'
import { readAs, refused } from '../../scripts/testing/email-addresses.ts'
import { isEmailAddress, normalizeAccountAddress, readEmailAddress } from './email-address.ts'

it.each(readAs)('[what-people-type.md#email-addresses] reads %j as %s', (typed, address) => {
  expect(readEmailAddress(typed)).toEqual({ address })
  expect(isEmailAddress(address)).toBe(true)
})

it.each(refused)('[what-people-type.md#email-addresses] refuses %j and says why: %s', (typed, reason) => {
  expect(readEmailAddress(typed)).toEqual({ problem: expect.stringMatching(reason) })
  expect(isEmailAddress(typed)).toBe(false)
})

it('takes only what is read already for an address as it stands', () => {
  for (const [typed, address] of readAs) expect([typed, isEmailAddress(typed)]).toEqual([typed, typed === address])
})

it.each([
  ['Ana@Bücher.test', 'Ana@xn--bcher-kva.test'],
  ['ana@xn--bcher-kva.test', 'ana@xn--bcher-kva.test'],
  ['ana@north.test', 'ana@north.test'],
  ['ana@localhost', 'ana@localhost'],
])('writes the domain of an account in the letters of the DNS: %s', (address, account) => {
  expect(normalizeAccountAddress(address)).toBe(account)
})
