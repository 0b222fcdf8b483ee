import { expect, it } from 'vitest'
import { accountField } from './email-address.ts'

it('writes the domain of an account in the letters of the DNS, as the sign-in page does', () => {
  expect(accountField({ email: ' Ana@Bücher.test ' }, 'email')).toBe('Ana@xn--bcher-kva.test')
})

it('leaves it to the function to ask for what is missing', () => {
  expect(accountField({}, 'email')).toBe('')
})

it.each(['ana', 'Ana <ana@north.test>', 'ana..b@north.test', 'ana@north.test\u200B'])('refuses %j', (email) => {
  expect(() => accountField({ email }, 'email')).toThrow('Enter an email address, like name@example.com.')
})
