import { expect, it } from 'vitest'
import { dayName, rateOf, visitsOf } from './visits.ts'

const row = (about: string, name: string | null, visits = 0, enquiries = 0) => ({
  about,
  name,
  visits,
  enquiries,
  views: visits * 2,
  calls: 0,
})
const days = [row('day', '2026-11-21', 0, 3), row('day', '2026-11-22', 50, 1), row('day', '2026-11-23', 10, 1)]

it('sums up the days that were counted, and no enquiries of those before', () => {
  const { total, days: told } = visitsOf([...days, row('since', '2026-11-22')])
  expect(total).toEqual({ visits: 60, views: 120, calls: 0, enquiries: 2 })
  expect(told.map(({ isCounted, isToday }) => [isCounted, isToday])).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
})

it('says where nothing was ever counted', () => {
  const { since, total } = visitsOf([...days, row('since', null)])
  expect([since, total.enquiries]).toEqual([undefined, 0])
})

it('names services as the form does, and puts what is viewed most first', () => {
  const told = visitsOf([
    row('page', '/', 1),
    row('page', '/pricing', 9),
    row('service', 'ai'),
    row('plan', 'Growth AI'),
  ])
  expect(told.pages.map(({ name }) => name)).toEqual(['/pricing', '/'])
  expect([...told.services, ...told.plans].map(({ name }) => name)).toEqual(['AI Automation', 'Growth AI'])
})

it.each([
  [1000, 18, '1.8%'],
  [5, 1, '20%'],
  [3, 0, '0%'],
  [0, 2, '–'],
])('of %i visits and %i enquiries the rate is %s', (visits, enquiries, rate) => {
  expect(rateOf({ visits, enquiries, views: 0, calls: 0 })).toBe(rate)
})

it('a day is the same in every time zone', () => {
  expect(dayName('2026-11-01')).toBe('Nov 1')
})
