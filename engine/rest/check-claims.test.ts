import { expect, it } from 'vitest'
import { checkClaims } from './check-claims.ts'

const now = () => Math.floor(Date.now() / 1000)
const refused = (message: string) =>
  expect.objectContaining({ statusCode: 401, body: expect.objectContaining({ code: 'PGRST303', message }) })

it('takes a token of now, by a clock that is a little fast, and for anybody', () => {
  for (const claims of [
    {},
    { iat: now() },
    { iat: now() + 20 },
    { aud: 'authenticated' },
    { aud: [] },
    { aud: null },
  ]) {
    expect(() => checkClaims({ role: 'anon', ...claims })).not.toThrow()
  }
})

it('refuses a token that was issued in the future, and an audience that is none', () => {
  expect(() => checkClaims({ role: 'anon', iat: now() + 60 })).toThrow(refused('JWT issued at future'))
  for (const aud of [5, {}, ['a', 5]]) {
    expect(() => checkClaims({ role: 'anon', aud })).toThrow(
      refused("The JWT 'aud' claim must be a string or an array of strings"),
    )
  }
})
