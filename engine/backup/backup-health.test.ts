import { expect, it } from 'vitest'
import { findingOf } from './backup-health.ts'

const hours = (count: number) => count * 3600

it('is well for 26 hours after the last good backup, and late from then on', () => {
  expect(findingOf({ last_good: hours(25.9), first_begun: hours(900), has_failed: true })).toEqual({
    status: 'ok',
    counts: { hours: 25 },
  })
  expect(findingOf({ last_good: hours(26.1), first_begun: hours(900), has_failed: true })).toEqual({
    status: 'late',
    counts: { hours: 26 },
  })
})

it('has none before the first, and is late where none has become good since it was first tried', () => {
  expect(findingOf({ last_good: null, first_begun: null, has_failed: false })).toEqual({ status: 'none' })
  expect(findingOf({ last_good: null, first_begun: hours(25), has_failed: false })).toEqual({ status: 'none' })
  expect(findingOf({ last_good: null, first_begun: hours(27), has_failed: true })).toEqual({ status: 'late' })
})

it('has failed where one did before any was good', () => {
  expect(findingOf({ last_good: null, first_begun: hours(1), has_failed: true })).toEqual({ status: 'failed' })
})

it('is late where the last good backup was made while the clock ran ahead', () => {
  expect(findingOf({ last_good: -hours(4392), first_begun: hours(900), has_failed: false })).toEqual({ status: 'late' })
})
