import { describe, expect, it } from 'vitest'
import { ambiguousDay, dayIn, orderShownBy } from './dates.ts'

describe('[lists.md#values] a date', () => {
  it.each([
    ['2026-03-04', '2026-03-04'],
    ['2026/3/4', '2026-03-04'],
    ['2026-03-04T10:00:00Z', '2026-03-04'],
    ['4.3.2026', '2026-03-04'],
    ['04.03.26', '2026-03-04'],
    ['Mar 4, 2026', '2026-03-04'],
    ['March 4th 2026', '2026-03-04'],
    ['4 Mar 2026', '2026-03-04'],
    ['4-Mar-26', '2026-03-04'],
    ['2024-02-29', '2024-02-29'],
    ['2026-03-04 09:30', '2026-03-04'],
    ['20260304', '2026-03-04'],
    ['04.03.2026 10:00', '2026-03-04'],
    ['4. März 2026', '2026-03-04'],
    ['4 mars 2026', '2026-03-04'],
    ['4 marca 2026', '2026-03-04'],
    ['4 de marzo de 2026', '2026-03-04'],
    ['04. Mrz 26', '2026-03-04'],
    ['4-mrt-26', '2026-03-04'],
    ['1er mars 2026', '2026-03-01'],
    ['04/Mar/26 10:00 AM', '2026-03-04'],
    ['Mar 4, 2026 10:00 AM (UTC)', '2026-03-04'],
    ['March 4, 2026 → March 8, 2026', '2026-03-04'],
    ['Wednesday, March 4th 2026, 10:00:00 am +00:00', '2026-03-04'],
    ['1772618400000', '2026-03-04'],
  ])('%s says itself which day it is', (cell, value) => {
    expect(dayIn(cell, { order: 'day first' })).toEqual({ value })
    expect(dayIn(cell, { order: 'month first' })).toEqual({ value })
  })

  it.each([
    ['15.12.99', '1999-12-15'],
    ['4-Mar-98', '1998-03-04'],
    ['15.12.35', '2035-12-15'],
    ['15.12.01', '2001-12-15'],
  ])('%s is of the last century where the next would be far away', (cell, value) => {
    expect(dayIn(cell, { order: 'day first' })).toEqual({ value })
  })

  it('of numbers is read as somebody says', () => {
    expect(dayIn('04/03/2026', { order: 'day first' })).toEqual({ value: '2026-03-04' })
    expect(dayIn('04/03/2026', { order: 'month first' })).toEqual({ value: '2026-04-03' })
    expect(dayIn('4-3-26 00:00', { order: 'day first' })).toEqual({ value: '2026-03-04' })
    expect(dayIn('13/12/2026', { order: 'month first' })).toEqual({
      problem: '“13/12/2026” is no date with the month first. Enter it like 2026-03-04.',
    })
  })

  it.each(['2026-02-30', 'soon', '31.11.2026', 'Foo 4, 2026', '0/0/2026', '2026'])('is not %s', (cell) => {
    expect(dayIn(cell, { order: 'day first' })).toHaveProperty('problem')
  })

  it.each<[string[], ReturnType<typeof orderShownBy>]>([
    [['2026-03-04', '', '4.3.2026', '5/5/2026'], undefined],
    [['04/03/2026', '25/03/2026'], 'day first'],
    [['04/03/2026', '03/25/2026'], 'month first'],
    [['04/03/2026'], 'unknown'],
    [['25/03/2026', '03/25/2026'], 'unknown'],
  ])('shows by others how it is meant: %j', (cells, order) => {
    expect(orderShownBy(cells)).toBe(order)
  })

  it('that can be read in two ways is found, to ask about', () => {
    expect(ambiguousDay(['2026-03-04', '25/03/2026', '04/03/2026'])).toBe('04/03/2026')
  })
})
