import { expect, it } from 'vitest'
import { defaultRetention, expiredArchives } from './retention.ts'

const DAY_MS = 86_400_000
const nameOf = (made: Date) => `north-${made.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.zst.age`
const nightly = (days: number) =>
  Array.from({ length: days }, (_, day) => nameOf(new Date(Date.parse('2026-11-23T03:00:00Z') - day * DAY_MS)))

it('keeps a night for each of seven days, one of each of four weeks, and one of each of twelve months', () => {
  const names = nightly(800)
  const removed = new Set(expiredArchives(names, defaultRetention))
  const kept = names.filter((name) => !removed.has(name)).map((name) => name.slice(6, 14))
  expect(kept).toEqual([
    // Monday the 23rd begins a week; each Sunday before it is the newest archive of its week.
    ...['20261123', '20261122', '20261121', '20261120', '20261119', '20261118', '20261117'],
    ...['20261115', '20261108'],
    ...['20261031', '20260930', '20260831', '20260731', '20260630', '20260531', '20260430'],
    ...['20260331', '20260228', '20260131', '20251231'],
  ])
})

it('keeps the newest of a day, and the newest of all however old it is', () => {
  const twice = [nameOf(new Date('2026-11-23T03:00:00Z')), nameOf(new Date('2026-11-23T09:30:00Z'))]
  expect(expiredArchives(twice, defaultRetention)).toEqual([twice[0]])
  expect(expiredArchives(twice, { daily: 0, weekly: 0, monthly: 0 })).toEqual([twice[0]])
})

it('leaves alone what it has not made', () => {
  const others = ['holiday.jpg', 'north-old.tar.zst', ...nightly(2).flatMap((name) => [`._${name}`, `${name}.copy`])]
  expect(expiredArchives([...others, ...nightly(1)], { daily: 1, weekly: 0, monthly: 0 })).toEqual([])
})
