import { expect, it } from 'vitest'
import { dayAfter, today } from './today.ts'

it('is this day here, as a date is stored', () => {
  const now = new Date()
  expect(today()).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(today().split('-').map(Number)).toEqual([now.getFullYear(), now.getMonth() + 1, now.getDate()])
})

it('knows the day so many days later, over the end of a year and through a change of the clocks', () => {
  expect(dayAfter('2026-12-28', 7)).toBe('2027-01-04')
  expect(dayAfter('2026-03-27', 7)).toBe('2026-04-03')
})
