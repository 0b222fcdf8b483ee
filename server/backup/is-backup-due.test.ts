import { expect, it } from 'vitest'
import { isDue } from './is-backup-due.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour)
const made = (when: Date) => ({ lastGood: when, lastBegun: when, isUnderWay: false })

it.each([
  ['at night', at(23, 3), made(at(22, 3)), true],
  ['once a night', at(23, 4), made(at(23, 2)), false],
  ['not by day', at(23, 13), made(at(23, 2)), false],
  ['at once where there is none yet', at(23, 13), { lastGood: null, lastBegun: null, isUnderWay: false }, true],
  ['by day where last night was left out', at(23, 13), made(at(22, 3)), true],
  ['not while one is under way', at(23, 3), { ...made(at(22, 3)), isUnderWay: true }, false],
  ['again an hour after one that failed', at(23, 4), { ...made(at(22, 3)), lastBegun: at(23, 2) }, true],
  ['not sooner', at(23, 3), { ...made(at(22, 3)), lastBegun: new Date(2026, 10, 23, 2, 30) }, false],
  ['at once where the last one was made while the clock ran ahead', at(23, 13), made(at(60, 3)), true],
  ['also where that one was killed', at(23, 13), { ...made(at(60, 3)), isUnderWay: true }, true],
])('is due %s', (_when, now, state, expected) => {
  expect(isDue(now, state)).toBe(expected)
})

it('is tried again ever more rarely while it fails, and at least once a day', () => {
  const lastGood = at(23, 2)
  const begun: number[] = []
  for (let hour = 1; hour < 150; hour++) {
    const last = begun.at(-1)
    const lastBegun = last === undefined ? lastGood : at(23, 2 + last)
    if (isDue(at(23, 2 + hour), { lastGood, lastBegun, isUnderWay: false })) begun.push(hour)
  }
  expect(begun).toEqual([24, 25, 26, 27, 28, 30, 34, 42, 58, 82, 106, 130])
})
