import { expect, it } from 'vitest'
import { contentUpdatesPerMonth, planFeatures, planNames } from '../agency.ts'
import { isOver, sayCounted } from './plan-month.ts'

const said = (counted: number, ...plans: string[]) => sayCounted({ counted, plans })

it.each([
  [2, ['Growth AI'], '2 of 4 content updates'],
  [5, ['Growth AI'], '5 of 4 content updates'],
  [0, ['Starter AI'], '0 of 2 content updates'],
  [7, ['Elite AI'], '7 content updates'],
  [1, ['Elite AI'], '1 content update'],
  [1, [], '1 content update'],
  [3, ['Bronze AI'], '3 content updates'],
] as const)('[clients.md#plan] says of %d with %j "%s"', (counted, plans, text) => {
  expect(said(counted, ...plans)).toBe(text)
})

it('[clients.md#plan] takes the larger number in a month in which the plan changed', () => {
  expect(said(3, 'Starter AI', 'Growth AI')).toBe('3 of 4 content updates')
  expect(said(3, 'Growth AI', 'Starter AI')).toBe('3 of 4 content updates')
  expect(said(3, 'Starter AI', 'Elite AI')).toBe('3 content updates')
  expect(said(3, 'Starter AI', 'Bronze AI')).toBe('3 of 2 content updates')
})

it('[clients.md#plan] is over a number, and never over none', () => {
  expect(isOver({ counted: 5, plans: ['Growth AI'] })).toBe(true)
  expect(isOver({ counted: 4, plans: ['Growth AI'] })).toBe(false)
  expect(isOver({ counted: 99, plans: ['Elite AI'] })).toBe(false)
  expect(isOver({ counted: 99, plans: ['Bronze AI'] })).toBe(false)
})

it('[pricing.md#comparison] compares the plans by the same numbers', () => {
  const row = planFeatures.find(({ name }) => name === 'Content updates per month')
  for (const plan of planNames) expect(row?.in[plan]).toBe(String(contentUpdatesPerMonth[plan] ?? 'Unlimited'))
})
