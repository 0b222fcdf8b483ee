import { expect, it } from 'vitest'
import { today } from './today.ts'

it('is this day here, as a date is stored', () => {
  const now = new Date()
  expect(today()).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(today().split('-').map(Number)).toEqual([now.getFullYear(), now.getMonth() + 1, now.getDate()])
})
