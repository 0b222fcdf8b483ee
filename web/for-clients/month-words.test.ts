import { expect, it } from 'vitest'
import { monthBefore, monthName, sayChange, sayNumber } from './month-words.ts'

it('[for-clients.md#months] names months, and the one before over the turn of a year', () => {
  expect(monthName('2026-11')).toBe('November 2026')
  expect(monthName('2027-01-01')).toBe('January 2027')
  expect(monthBefore('2027-01')).toBe('December')
  expect(monthBefore('2026-03')).toBe('February')
})

it.each([
  [42, 7, '42, +7'],
  [1250.5, -3.25, '1,250.5, −3.25'],
  [-4, 0, '−4, ±0'],
])('[for-clients.md#months] says %d with a change of %d as "%s"', (value, change, text) => {
  expect(`${sayNumber(value)}, ${sayChange(change)}`).toBe(text)
})
