import { describe, expect, it } from 'vitest'
import { firstByItself, monthBefore, monthInAddress } from './month.ts'
import { monthForm, typedMonth } from './month-form.ts'

const read = (numbers: { name: string; value: string }[]) =>
  monthForm.safeParse({ words: '', what_next: ' ', numbers, seen: null })

describe('[client-page.md#months] the numbers of a month', () => {
  it.each([
    ['42', 42],
    ['1.250,5', 1250.5],
    ['1,250', 1250],
    ['−3', -3],
  ])('are read as people type them: %s', (value, number) => {
    expect(read([{ name: 'Calls', value }]).data?.numbers).toEqual([{ name: 'Calls', value: number }])
  })

  it.each([
    ['1.250', 'Enter 1250 or 1.25.'],
    ['many', 'Enter a number, like 42.'],
    ['1.2345', 'At most two decimals.'],
    ['1e12', 'At most twelve digits.'],
  ])('are refused with a reason: %s', (value, reason) => {
    expect(read([{ name: 'Calls', value }]).error?.issues[0]?.message).toBe(reason)
  })

  it('need a name of their own, and lines without a value are left out', () => {
    const lines = [
      { name: 'Calls', value: '1' },
      { name: 'Reviews', value: '' },
    ]
    expect(read(lines).data).toMatchObject({ words: null, what_next: null, numbers: [{ name: 'Calls', value: 1 }] })
    const problems = read([...lines, { name: 'calls ', value: '2' }, { name: '', value: '3' }]).error?.issues
    expect(problems?.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['numbers.2.name', 'This name is there already.'],
      ['numbers.3.name', 'Enter what was counted.'],
    ])
  })

  it('have names that differ in more than capitals, accents and invisible characters, as the table requires', () => {
    const problemsOf = (name: string) =>
      read([
        { name: 'Café', value: '1' },
        { name, value: '2' },
      ]).error?.issues.map(({ message }) => message)
    for (const same of ['Cafe', 'CAFÉ', 'Cafe\u0301', 'Ca\u00ADfe']) {
      expect(problemsOf(same)).toEqual(['This name is there already.'])
    }
    expect(problemsOf('Cafés')).toBeUndefined()
  })

  it('begin with the names of last month', () => {
    const stored = { words: 'x', what_next: null, numbers: [{ name: 'Calls', value: 4.5 }], updated_at: 'now' }
    const before = [
      { name: 'calls', value: 3 },
      { name: 'Reviews', value: 2 },
    ]
    const { numbers, seen } = typedMonth(stored, before)
    expect(numbers.filter(({ name }) => name !== '')).toEqual([
      { name: 'Calls', value: '4.5' },
      { name: 'Reviews', value: '' },
    ])
    expect([numbers.length, seen]).toEqual([6, 'now'])
  })
})

it('[client-page.md#months] begins by itself with the last month until the third, and with this one afterwards', () => {
  expect(firstByItself('2026-12-03')).toBe('2026-11-01')
  expect(firstByItself('2026-12-04')).toBe('2026-12-01')
  expect(firstByItself('2027-01-01')).toBe('2026-12-01')
  expect(monthBefore('2027-01-01')).toBe('2026-12-01')
  expect(monthInAddress('2026-10')).toBe('2026-10-01')
  expect(monthInAddress('2026-1')).toBeUndefined()
})
