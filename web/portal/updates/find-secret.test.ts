import { expect, it } from 'vitest'
import { findSecret } from './find-secret.ts'

it.each([
  ['The password is Sommer2026!', 'a password'],
  ['pw: hunter22', 'a password'],
  ['Login otto, Passwort = k9#Ruhe', 'a password'],
  ['PIN: 4711', 'a password'],
  ['https://otto:geheim@shop.test/admin', 'a password'],
  ['Use sk_live_4eC39HqLyjWDarjtT1zdp7dc for payments', 'a key'],
  ['AKIAIOSFODNN7EXAMPLE', 'a key'],
  ['-----BEGIN RSA PRIVATE KEY-----', 'a key'],
  ['It is tG7pQx2LmN9vRb4KsW8yZc1D for the mail server', 'a key'],
  ['Card 4242 4242 4242 4242, to be charged', 'a card number'],
])('%s', (text, secret) => {
  expect(findSecret(text)).toBe(secret)
})

it.each([
  'You can change your password on the page now.',
  'The password is changed every year.',
  'Password: see the letter that we sent.',
  'Your token of thanks is on its way.',
  'See https://shop.test/menu/Autumn2026AndAllThatIsNewThisYear?id=4242424242424242',
  'Call us at +1 555 010 2030, order 1234 5678 9012 3456.',
  'It opens on 2026-11-23 and closes on 2026-12-24.',
  'Donaudampfschifffahrtsgesellschaft',
])('is nothing in: %s', (text) => {
  expect(findSecret(text)).toBeUndefined()
})
