import { expect, it } from 'vitest'
import { groupByDay } from './step-groups.ts'

it('[steps.md#by-day] steps stand below what their day means today', () => {
  const days = ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-08', '2026-03-09', null]
  const groups = groupByDay(
    days.map((due_on) => ({ due_on })),
    '2026-03-01',
  )
  expect(groups.map(({ heading, steps }) => [heading, ...steps.map(({ due_on }) => due_on)])).toEqual([
    ['Overdue', '2026-02-28'],
    ['Today', '2026-03-01'],
    ['This Week', '2026-03-02', '2026-03-08'],
    ['Later', '2026-03-09'],
    ['No Day', null],
  ])
  expect(groupByDay([], '2026-03-01')).toEqual([])
})
