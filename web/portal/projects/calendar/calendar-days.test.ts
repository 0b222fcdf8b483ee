import { describe, expect, it } from 'vitest'
import { dayOfNext, daysAround, firstWeekday, isDay } from './calendar-days.ts'

const [MONDAY, SUNDAY] = [1, 7]

describe('[projects.md#calendar] the days of a calendar', () => {
  it('are whole weeks that cover the month', () => {
    const march = daysAround('2026-03-15', 'month', MONDAY)
    expect(march.at(0)).toBe('2026-02-23')
    expect(march.at(-1)).toBe('2026-04-05')
    expect(march).toHaveLength(42)
    expect(daysAround('2026-03-15', 'month', SUNDAY)).toEqual(daysAround('2026-03-01', 'month', SUNDAY))
    expect(daysAround('2026-03-15', 'month', SUNDAY).at(0)).toBe('2026-03-01')
    // February 2027 begins on a Monday and has four weeks.
    expect(daysAround('2027-02-10', 'month', MONDAY)).toHaveLength(28)
  })

  it('are the week of the day, from the first day of the week', () => {
    expect(daysAround('2026-03-15', 'week', MONDAY)).toEqual([
      ...['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15'],
    ])
    expect(daysAround('2026-03-15', 'week', SUNDAY).at(0)).toBe('2026-03-15')
    expect(daysAround('2026-01-01', 'week', MONDAY).at(0)).toBe('2025-12-29')
  })

  it('have no gap and no double where clocks change', () => {
    for (const month of ['2026-03-01', '2026-10-01', '2026-11-01']) {
      const days = daysAround(month, 'month', MONDAY)
      expect(new Set(days).size).toBe(days.length)
      expect(days).toEqual(days.toSorted())
    }
  })

  it('begin where the locale begins its week', () => {
    expect(firstWeekday('en-US')).toBe(SUNDAY)
    expect(firstWeekday('en-GB')).toBe(MONDAY)
    expect(firstWeekday('de')).toBe(MONDAY)
    expect(firstWeekday('en-US@posix')).toBe(SUNDAY)
    expect(firstWeekday('no locale')).toBe(MONDAY)
    expect(firstWeekday('')).toBe(MONDAY)
  })

  it('go on by a week or a month, whose last day may come earlier', () => {
    expect(dayOfNext('2026-01-31', 'month', 1)).toBe('2026-02-28')
    expect(dayOfNext('2026-01-15', 'month', -1)).toBe('2025-12-15')
    expect(dayOfNext('2026-12-31', 'week', 1)).toBe('2027-01-07')
    expect(dayOfNext('2024-03-31', 'month', -1)).toBe('2024-02-29')
  })

  it('are only days that exist', () => {
    expect(['2026-02-28', '2024-02-29'].every(isDay)).toBe(true)
    expect(['2026-02-30', '2026-13-01', '2026-2-3', '', 'today', '2026-02-28T00:00'].some(isDay)).toBe(false)
  })
})
