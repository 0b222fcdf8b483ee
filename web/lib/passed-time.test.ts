import { expect, it } from 'vitest'
import { ago } from './passed-time.ts'

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
  expect(ago(before(minutes), now)).toBe(text)
})
