import { expect, it } from 'vitest'
import { completionRate } from './completion-rate.ts'

it.each([
  [0, 0, 100],
  [0, 4, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [5, 5, 100],
])('%i of %i projects completed is %i %', (completed, all, rate) => {
  expect(completionRate(completed, all)).toBe(rate)
})
