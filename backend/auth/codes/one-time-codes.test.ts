import { expect, it } from 'vitest'
import { hashCode, isPkce, newCode, storedForms } from './one-time-codes.ts'

it('hashes as GoTrue does, whatever the case of the address', () => {
  const hash = 'b3e6748f730bb25fa8ce9a5fda7fd5bf5f56ee21419043fe1c94d975'
  expect(hashCode('ada@example.com', '123456')).toBe(hash)
  expect(hashCode('Ada@Example.COM', '123456')).toBe(hash)
})

it('makes codes of as many digits as asked for, whose hash can be told again', () => {
  const { code, hash } = newCode('ada@example.com', 8, false)
  expect(code).toMatch(/^\d{8}$/)
  expect(hash).toBe(hashCode('ada@example.com', code))
})

it('marks the hashes of PKCE, and finds them by the code all the same', () => {
  const { code, hash } = newCode('ada@example.com', 6, true)
  expect(isPkce(hash)).toBe(true)
  expect(storedForms(hashCode('ada@example.com', code))).toContain(hash)
  expect(storedForms(hash)).toContain(hash)
})
