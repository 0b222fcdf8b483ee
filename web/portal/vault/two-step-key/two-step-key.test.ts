import { expect, it } from 'vitest'
import { readTwoStepKey, writeTwoStepKey } from './two-step-key.ts'

const SECRET = 'GEZDGNBVGY3TQOJQ'
const usual = { secret: SECRET, algorithm: 'SHA1', digits: 6, period: 30, issuer: '', account: '' } as const

it.each([
  ['gezd gnbv gy3t qojq', {}],
  [' GEZD-GNBV-GY3T–QOJQ\n', {}],
  [`${SECRET}======`, {}],
  ['gezd\u00a0gnbv\tgy3t qojq', {}],
  [`otpauth://totp/?secret=${SECRET}`, {}],
  [
    `otpauth://totp/ACME%20Co:ana%40acme.test?secret=${SECRET}&issuer=ACME%20Co`,
    { issuer: 'ACME Co', account: 'ana@acme.test' },
  ],
  [`otpauth://totp/ACME: ana?secret=${SECRET}`, { issuer: 'ACME', account: 'ana' }],
  [`otpauth://totp/100%?secret=gezd+gnbv+gy3t+qojq`, { account: '100%' }],
  [`OTPAUTH://TOTP/ana?Secret=${SECRET}&algorithm=&digits=&period=`, { account: 'ana' }],
  [
    `otpauth://totp/ana?secret=${SECRET}&amp;algorithm=SHA256&amp;digits=8&amp;period=60`,
    { account: 'ana', algorithm: 'SHA256', digits: 8, period: 60 },
  ],
  [
    `otpauth://totp/ana?period=30&digits=6&algorithm=HmacSHA512&secret=${SECRET}%3D%3D`,
    { account: 'ana', algorithm: 'SHA512' },
  ],
  [`otpauth://totp/ana?secret=${SECRET}&algorithm=sha-1`, { account: 'ana' }],
])('[vault.md#two-step-keys] reads %j', (text, rest) => {
  expect(readTwoStepKey(text)).toEqual({ key: { ...usual, ...rest } })
})

it.each([
  [`otpauth://hotp/ana?secret=${SECRET}&counter=5`, 'counts its codes (HOTP)'],
  [`steam://${SECRET}`, 'Steam’s codes of five letters'],
  [`otpauth://steam/ana?secret=${SECRET}`, 'Steam’s codes of five letters'],
  [`otpauth://totp/Steam:ana?secret=${SECRET}&digits=5&encoder=steam`, 'Steam’s codes of five letters'],
  ['otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8', 'the key of this one account'],
  ['https://acme.test/two-step', 'another kind of address'],
  [`otpauth://yaotp/ana?secret=${SECRET}`, 'begin with otpauth://totp/'],
  ['otpauth://totp/ana?issuer=ACME', 'has no secret'],
  [`otpauth://totp/ana?secret=${SECRET}&algorithm=MD5`, 'SHA-1, SHA-256 and SHA-512'],
  [`otpauth://totp/ana?secret=${SECRET}&digits=7`, '6 or 8 digits'],
  [`otpauth://totp/ana?secret=${SECRET}&period=15`, '30 or 60 seconds'],
  ['GEZD GNBV GY3T Q0JQ', 'the digits 2 to 7, not “0”'],
  ['GEZD=GNBV', 'not “=”'],
  ['otpauth://totp/ana?secret=not a key!', 'not “!”'],
  ['234 567', 'looks like a code'],
  ['12345678', 'looks like a code'],
  ['GEZD', 'too short'],
  ['A'.repeat(2001), 'too long'],
])('[vault.md#two-step-keys] refuses %j, and says why', (text, why) => {
  expect(readTwoStepKey(text).problem).toContain(why)
})

it('[vault.md#two-step-keys] stores an address that apps read, and that is read again as the same key', () => {
  const stored = writeTwoStepKey(
    { ...usual, algorithm: 'SHA256', digits: 8, period: 60, issuer: 'A & B: C', account: '' },
    'Mail/ü',
  )
  expect(stored).toBe(
    `otpauth://totp/A%20%26%20B%3A%20C:Mail%2F%C3%BC?secret=${SECRET}&issuer=A%20%26%20B%3A%20C&algorithm=SHA256&digits=8&period=60`,
  )
  expect(readTwoStepKey(stored).key).toMatchObject({ digits: 8, period: 60, issuer: 'A & B: C', account: 'Mail/ü' })
  expect(writeTwoStepKey({ ...usual, account: '🔑'.repeat(5000) }, '').length).toBeLessThan(2000)
})
