import { expect, it } from 'vitest'
import { momentsOf, wallTimeOf } from './wall-time.ts'

it.each([
  ['an ordinary time', '2026-12-01', '15:00', 'Europe/Berlin', ['2026-12-01T14:00:00.000Z']],
  ['half an hour off', '2026-12-01', '15:00', 'Asia/Kolkata', ['2026-12-01T09:30:00.000Z']],
  ['a time that the clocks skip', '2026-03-08', '02:30', 'America/New_York', []],
  ['the hour after it', '2026-03-08', '03:00', 'America/New_York', ['2026-03-08T07:00:00.000Z']],
  [
    'a time that the clocks show twice',
    '2026-11-01',
    '01:30',
    'America/New_York',
    ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
  ],
  ['a change by half an hour', '2026-10-04', '02:15', 'Australia/Lord_Howe', []],
  ['a zone without changes', '2026-03-29', '02:30', 'UTC', ['2026-03-29T02:30:00.000Z']],
  ['a day that does not exist', '2026-02-30', '10:00', 'UTC', []],
  ['a day that the zone skipped', '2011-12-30', '10:00', 'Pacific/Apia', []],
  ['no time', '2026-12-01', '', 'UTC', []],
])('[enquiries.md#calls] %s', (_, day, time, zone, moments) => {
  expect(momentsOf(day, time, zone).map((moment) => moment.toISOString())).toEqual(moments)
})

it('says what clocks show at a moment', () => {
  expect(wallTimeOf('2026-12-01T04:30:00+00:00', 'America/New_York')).toEqual({ day: '2026-11-30', time: '23:30' })
})
