import { expect, it } from 'vitest'
import { hashLink, isPkce, OneTimeCodes } from './one-time-codes.ts'

const codes = new OneTimeCodes(Buffer.from('a secret of the server'))
const address = 'ada@example.com'

it('makes codes of as many digits as asked for, whose hash can be told again, whatever the case of the address', () => {
  const { code, kept } = codes.create(address, 8)
  expect(code).toMatch(/^\d{8}$/)
  expect(kept.codeHash).toBe(codes.hash('Ada@Example.COM', code))
})

it('hashes codes as nobody can who does not know the secret', () => {
  const elsewhere = new OneTimeCodes(Buffer.from('another secret'))
  expect(elsewhere.hash(address, '123456')).not.toBe(codes.hash(address, '123456'))
})

it('gives each link a token of its own, which the same code does not tell', () => {
  const [one, other] = [codes.of(address, '123456'), codes.of(address, '123456')]
  expect(one.link).toMatch(/^[\da-f]{56}$/)
  expect(one.link).not.toBe(other.link)
  expect(one.kept).toEqual({ linkHash: hashLink(one.link), codeHash: other.kept.codeHash })
})

it('marks the links of PKCE', () => {
  expect(isPkce(codes.create(address, 6, { pkce: true }).link)).toBe(true)
  expect(isPkce(codes.create(address, 6).link)).toBe(false)
})
