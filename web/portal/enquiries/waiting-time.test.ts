import { expect, it } from 'vitest'
import { duration, timeLeft } from './waiting-time.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

it.each([
  [0, '24 h left', false],
  [1, '23 h left', false],
  [19 * 60, '5 h left', false],
  [23 * 60 + 1, '59 min left', false],
  [24 * 60 - 0.5, '1 min left', false],
  [24 * 60, '1 min late', true],
  [24 * 60 + 59, '59 min late', true],
  [27 * 60 + 59, '3 h late', true],
  [72 * 60, '2 days late', true],
])('[enquiries.md#response-time] after %s minutes: %s', (minutes, text, isLate) => {
  expect(timeLeft(before(minutes), now)).toEqual({ text, isLate })
})

it.each([
  [20, '0 min'],
  [1800, '30 min'],
  [7200, '2 h'],
  [12_000, '3 h 20 min'],
  [260_000, '3 days'],
])('%s seconds read %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})
