import { afterEach, expect, it, vi } from 'vitest'
import { formatDay, formatDollars, formatMoment } from './formats.ts'

afterEach(() => vi.unstubAllEnvs())

it.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'])('keeps a date the same day in %s', (timeZone) => {
  vi.stubEnv('TZ', timeZone)
  expect(formatDay('2026-03-01')).toBe('Mar 1, 2026')
  expect(formatDay('2025-12-31')).toBe('Dec 31, 2025')
})

it('shows a moment in the reader’s own time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  expect(formatMoment('2025-12-31T12:00:00Z')).toBe('Jan 1, 2026, 02:00')
})

it.each([
  [0, '$0.00'],
  [1250.5, '$1,250.50'],
  [9_999_999_999.99, '$9,999,999,999.99'],
])('shows %d as dollars', (amount, shown) => {
  expect(formatDollars(amount)).toBe(shown)
})
