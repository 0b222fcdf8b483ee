import { expect, it } from 'vitest'
import { addDays, isNear, today } from './today.ts'

it('is this day here, as a date is stored', () => {
  const now = new Date()
  expect(today()).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(today().split('-').map(Number)).toEqual([now.getFullYear(), now.getMonth() + 1, now.getDate()])
})

it('knows the day so many days later, over the end of a year and through a change of the clocks', () => {
  expect(addDays('2026-12-28', 7)).toBe('2027-01-04')
  expect(addDays('2026-03-27', 7)).toBe('2026-04-03')
})

it.each([
  ['2026-01-01', true],
  ['2026-12-31', true],
  ['2027-05-27', true],
  ['2027-05-28', false],
  ['2025-12-31', false],
  ['2028-11-27', false],
])('[lists.md#rows] on 27 November 2026, whether %s needs no year: %s', (day, expected) => {
  expect(isNear(day, '2026-11-27')).toBe(expected)
})

it('[lists.md#rows] a date of last year needs none while it is at most six months past', () => {
  expect([isNear('2025-10-03', '2026-04-02'), isNear('2025-10-03', '2026-04-04')]).toEqual([true, false])
})
