import { expect, it } from 'vitest'
import { timeAgo, timeUntil } from './elapsed-time.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

it.each([
  [0, 'just now'],
  [-5, 'just now'],
  [1, '1 minute ago'],
  [59.9, '59 minutes ago'],
  [60, '1 hour ago'],
  [47 * 60, '47 hours ago'],
  [48 * 60, '2 days ago'],
])('%s minutes ago reads %s', (minutes, text) => {
  expect(timeAgo(before(minutes), now)).toBe(text)
})

it.each([
  [-5, 'within a minute'],
  [0.5, 'within a minute'],
  [1, 'in 1 minute'],
  [119, 'in 1 hour'],
  [72 * 60, 'in 3 days'],
])('%s minutes from now reads %s', (minutes, text) => {
  expect(timeUntil(before(-minutes), now)).toBe(text)
})
