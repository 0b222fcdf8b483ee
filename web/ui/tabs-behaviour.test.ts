import { expect, it } from 'vitest'
import { nextTab } from './tabs-behaviour.ts'

it('goes round at both ends', () => {
  expect(nextTab('ArrowRight', 1, 2)).toBe(0)
  expect(nextTab('ArrowLeft', 0, 2)).toBe(1)
})

it('knows Home and End, and leaves other keys alone', () => {
  expect(nextTab('Home', 1, 2)).toBe(0)
  expect(nextTab('End', 0, 2)).toBe(1)
  expect(nextTab('Tab', 0, 2)).toBeUndefined()
})
