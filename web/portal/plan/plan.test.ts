import { expect, it } from 'vitest'
import { daysLeft, sayDaysLeft } from './month.ts'
import { downgradeFrom, isSmaller } from './plan.ts'

it.each([
  ['2026-11-18', 12, '12 days left'],
  ['2026-11-29', 1, '1 day left'],
  ['2026-11-30', 0, 'the last day'],
  ['2026-02-01', 27, '27 days left'],
  ['2028-02-01', 28, '28 days left'],
])('[clients.md#plan] of %s counts the days that are left in the month', (day, days, text) => {
  expect(daysLeft(day)).toBe(days)
  expect(sayDaysLeft(day)).toBe(text)
})

const growth = (plan_since: string | null) => ({ plan: 'Growth AI', plan_since })

it.each([
  ['2026-10-03', '2027-01-03'],
  ['2026-11-30', '2027-02-28'],
  ['2027-11-30', '2028-02-29'],
])('[clients.md#plan] lets a plan since %s be a smaller one from %s on, by the terms', (since, day) => {
  expect(downgradeFrom(growth(since), since)).toBe(day)
  expect(downgradeFrom(growth(since), day)).toBeUndefined()
})

it('[clients.md#plan] has no hint for the smallest plan, an unknown one, and one since nobody knows when', () => {
  expect(downgradeFrom({ plan: 'Starter AI', plan_since: '2026-11-01' }, '2026-11-02')).toBeUndefined()
  expect(downgradeFrom({ plan: 'Bronze AI', plan_since: '2026-11-01' }, '2026-11-02')).toBeUndefined()
  expect(downgradeFrom(growth(null), '2026-11-02')).toBeUndefined()
})

it('[clients.md#plan] knows which plan is smaller', () => {
  expect(isSmaller('Starter AI', 'Growth AI')).toBe(true)
  expect(isSmaller('Elite AI', 'Growth AI')).toBe(false)
  expect(isSmaller('', 'Growth AI')).toBe(false)
  expect(isSmaller('Starter AI', null)).toBe(false)
})
