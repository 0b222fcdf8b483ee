import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

it.each([
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['250ms', 250],
  ['0s', 0],
  ['', undefined],
  ['24', undefined],
  ['-1h', undefined],
  ['1d', undefined],
])('%s is %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})
