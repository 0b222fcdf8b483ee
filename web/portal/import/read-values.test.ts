import { describe, expect, it } from 'vitest'
import { ambiguousDay, amountIn, asOneOf, dayIn, orderShownBy } from './read-values.ts'

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
  ])('%s says itself which day it is', (cell, value) => {
    expect(dayIn(cell, 'day first')).toEqual({ value })
    expect(dayIn(cell, 'month first')).toEqual({ value })
  })

  it('of numbers is read as somebody says', () => {
    expect(dayIn('04/03/2026', 'day first')).toEqual({ value: '2026-03-04' })
    expect(dayIn('04/03/2026', 'month first')).toEqual({ value: '2026-04-03' })
    expect(dayIn('4-3-26 00:00', 'day first')).toEqual({ value: '2026-03-04' })
    expect(dayIn('13/12/2026', 'month first')).toEqual({
      problem: '“13/12/2026” is no date with the month first. Write it like 2026-03-04.',
    })
  })

  it.each(['2026-02-30', 'soon', '31.11.2026', 'Foo 4, 2026', '0/0/2026', '2026'])('is not %s', (cell) => {
    expect(dayIn(cell, 'day first')).toHaveProperty('problem')
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

describe('[lists.md#values] an amount', () => {
  it.each([
    ['1250', '1250'],
    ['$1,250.50', '1250.50'],
    ['1.250,50 €', '1250.50'],
    ['1 250,5', '1250.5'],
    ['12,500', '12500'],
    ['1,250,000', '1250000'],
    ['1.250.000', '1250000'],
    ['12,5', '12.5'],
    ['0.5', '0.5'],
    ['USD 99', '99'],
    ['a lot', 'alot'],
  ])('%s is %s', (cell, amount) => {
    expect(amountIn(cell)).toEqual({ amount })
  })

  it('that can be read in two ways is asked about', () => {
    expect(amountIn('1.250')).toEqual({ problem: '“1.250” can be read in two ways. Write 1250 or 1.25.' })
  })
})

it('[lists.md#values] one of a list is known by its value or its label, in any case', () => {
  const read = asOneOf(
    [
      { value: 'in_progress', label: 'In Progress' },
      { value: 'cancelled', label: 'Cancelled' },
    ],
    'status',
  )
  for (const cell of ['In Progress', 'in_progress', 'IN-PROGRESS']) expect(read(cell)).toEqual({ value: 'in_progress' })
  expect(read('Canceled')).toEqual({ value: 'cancelled' })
  expect(read('Lead')).toEqual({ problem: '“Lead” is no status. Write In Progress or Cancelled.' })
})
