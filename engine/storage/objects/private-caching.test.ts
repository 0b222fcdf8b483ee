import { expect, it } from 'vitest'
import { privateCacheControl } from './private-caching.ts'

it.each([
  ['max-age=3600', 'private, max-age=3600'],
  ['public, max-age=31536000, immutable', 'private, max-age=31536000, immutable'],
  ['Public,S-MaxAge=60 , MAX-AGE=5', 'private, max-age=5'],
  ['private="set-cookie, x", no-cache', 'private, no-cache'],
  ['proxy-revalidate, no-store', 'private, no-store'],
  ['', 'private'],
  [undefined, 'private'],
])('%j of a private file is %j', (said, sent) => {
  expect(privateCacheControl(said)).toBe(sent)
})

it('ends with the address', () => {
  const inAMinute = new Date(Date.now() + 60_000)
  expect(privateCacheControl('max-age=3600, stale-while-revalidate=9', inAMinute)).toMatch(
    /^private, max-age=(60|5\d)$/,
  )
  expect(privateCacheControl('max-age=5', inAMinute)).toBe('private, max-age=5')
  expect(privateCacheControl('public, max-age=5', new Date(0))).toBe('private, max-age=0')
})
