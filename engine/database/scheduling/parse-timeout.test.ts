import { expect, it } from 'vitest'
import { timeoutMs } from './parse-timeout.ts'

it.each([
  ['8s', 8_000],
  ['500ms', 500],
  ['1500', 1_500],
  ["'2min'", 120_000],
  ['0', undefined],
  ['', undefined],
  ['soon', undefined],
])('reads %s', (setting, ms) => {
  expect(timeoutMs(setting)).toBe(ms)
})
