import { expect, it } from 'vitest'
import { accountField } from './account-field.ts'

it.each([
  [' Ana@Bücher.test ', 'Ana@xn--bcher-kva.test'],
  ['Ana <ana@north.test>', 'ana@north.test'],
])('reads %j as the sign-in page does', (email, account) => {
  expect(accountField({ email }, 'email')).toBe(account)
})

it('leaves it to the function to ask for what is missing', () => {
  expect(accountField({}, 'email')).toBe('')
})

it.each([
  ['ana', 'Enter an email address, like name@example.com.'],
  ['ana..b@north.test', 'There are two dots in a row in this email address.'],
])('refuses %j and says why', (email, reason) => {
  expect(() => accountField({ email }, 'email')).toThrow(reason)
})
