import { expect, it } from 'vitest'
import { type CopiedStep, copySteps } from './copy-steps.ts'

const step = (id: string, columns: Partial<CopiedStep> = {}): CopiedStep => ({
  ...{ id, title: id, due_on: null, assigned_to: null, position: 1, repeats: null, repeats_step: null },
  ...columns,
})
const days = (...copied: Parameters<typeof copySteps>) => copySteps(...copied).map(({ due_on }) => due_on)

it('[projects.md#beginning-with-steps] keeps the distance of each step from the beginning, over every change of the clocks', () => {
  const steps = [step('a', { due_on: '2026-03-01' }), step('b', { due_on: '2026-03-30' }), step('c')]
  expect(days(steps, { from: '2026-03-01', to: '2026-03-15', staff: [] })).toEqual(['2026-03-15', '2026-04-13', null])
  expect(days(steps, { from: '2026-03-01', to: '2025-10-20', staff: [] })).toEqual(['2025-10-20', '2025-11-18', null])
})

it('[projects.md#beginning-with-steps] counts from the earliest step where the project has no start date', () => {
  const steps = [step('b', { due_on: '2026-03-30' }), step('a', { due_on: '2026-03-01' })]
  expect(days(steps, { from: null, to: '2026-03-15', staff: [] })).toEqual(['2026-04-13', '2026-03-15'])
  expect(days([step('a')], { from: null, to: '2026-03-15', staff: [] })).toEqual([null])
})

it('[projects.md#beginning-with-steps] gives no step to people who have left, and none is done', () => {
  const steps = [step('a', { assigned_to: 'ben' }), step('b', { assigned_to: 'gone' })]
  const copied = copySteps(steps, { from: null, to: '2026-03-15', staff: ['ana', 'ben'] })
  expect(copied.map(({ assigned_to }) => assigned_to)).toEqual(['ben', null])
  expect(copied.every((one) => !('is_done' in one))).toBe(true)
})

it('[projects.md#beginning-with-steps] copies a step that repeats once, as its first repetition', () => {
  const steps = [
    step('a', { due_on: '2026-01-31', repeats: 'month' }),
    step('b', { due_on: '2026-02-28', repeats: 'month', repeats_step: 'a' }),
    step('d', { due_on: '2026-02-01', repeats: 'week', repeats_step: 'deleted' }),
  ]
  expect(copySteps(steps, { from: '2026-01-01', to: '2026-01-02', staff: [] })).toMatchObject([
    { due_on: '2026-02-01', repeats: 'month' },
    { due_on: '2026-02-02', repeats: 'week' },
  ])
})
