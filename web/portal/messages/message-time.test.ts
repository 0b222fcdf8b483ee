import { expect, it } from 'vitest'
import { messageTime } from './message-time.ts'

const now = new Date(2026, 2, 1, 0, 5)

it.each([
  [new Date(2026, 2, 1, 0, 1), '00:01'],
  [new Date(2026, 1, 28, 23, 59), 'Yesterday 23:59'],
  [new Date(2026, 1, 27, 9, 30), 'Feb 27, 09:30'],
  [new Date(2025, 2, 1, 0, 5), 'Mar 1, 00:05'],
])('shows %s as %s', (at, shown) => {
  expect(messageTime(at.toISOString(), now)).toBe(shown)
})
