import { afterAll, expect, it } from 'vitest'
import { arrange, service, signIn, visitor } from './people.ts'

const email = `${crypto.randomUUID()}@isolation.test`
const mark = crypto.randomUUID()
const page = `/figures/${mark}`
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const day = (days: number) => daysAgo(days).slice(0, 10)
const count = (counts: object[]) => arrange(service.rpc('count_pages', { counts }))
const counted = (changes: object) => ({
  day: day(1),
  page,
  service: '',
  plan: '',
  visits: 0,
  views: 0,
  calls: 0,
  ...changes,
})

type Figure = { about: string; name: string | null } & Record<'visits' | 'views' | 'calls' | 'enquiries', number>

afterAll(async () => {
  await arrange(service.from('contact_submissions').delete().eq('email', email))
  await arrange(service.from('page_counts').delete().eq('page', page))
})

const figuresOf = async (who: string, days: number) => {
  const { db } = await signIn(who)
  const rows: Figure[] = await arrange(db.rpc('visit_figures', { days }, { get: true }))
  return (about: string, name: string) => rows.find((row) => row.about === about && row.name === name)
}
const enquiry = (created_at: string, columns: object = {}) => ({
  name: 'Grace Kim',
  business_name: 'Kim’s',
  email,
  phone: '555',
  service: 'design',
  message: crypto.randomUUID(),
  created_at,
  state: 'new',
  suspicions: [] as string[],
  ...columns,
})

it('[enquiries.md#visits] adds up what servers counted, by day, page, service and plan', async () => {
  await count([counted({ visits: 1, views: 2 }), counted({ views: 3, service: 'ai' })])
  await Promise.all(
    Array.from({ length: 5 }, () =>
      count([counted({ views: 1, calls: 1, plan: mark }), counted({ visits: 1, views: 1 })]),
    ),
  )
  const figure = await figuresOf('ben@north.test', 7)
  const sums = { visits: 6, views: 15, calls: 5, enquiries: 0 }
  expect(figure('page', page)).toEqual({ about: 'page', name: page, ...sums })
  expect(figure('plan', mark)).toEqual({ about: 'plan', name: mark, visits: 0, views: 5, calls: 5, enquiries: 0 })
  expect(figure('day', day(1))?.views).toBeGreaterThanOrEqual(15)
  expect(figure('service', 'ai')?.views).toBeGreaterThanOrEqual(3)
})

it('[enquiries.md#visits] has a row for each of the days, today the last, and leaves out what is older', async () => {
  const { db } = await signIn('ana@north.test')
  for (const days of [7, 30, 90]) {
    const rows: Figure[] = await arrange(db.rpc('visit_figures', { days }))
    const told = rows.flatMap(({ about, name }) => (about === 'day' ? [name] : []))
    expect(told).toEqual(Array.from({ length: days }, (_, index) => day(days - 1 - index)))
  }
  await count([counted({ day: day(7), views: 100 }), counted({ day: day(6), views: 1000 })])
  expect((await figuresOf('ana@north.test', 7))('page', page)?.views).toBe(1015)
})

it('[enquiries.md#visits] counts enquiries by their day and service, without those of robots', async () => {
  const before = await figuresOf('ben@north.test', 7)
  await arrange(
    service
      .from('contact_submissions')
      .insert([
        enquiry(daysAgo(3)),
        enquiry(daysAgo(3), { state: 'answered' }),
        enquiry(daysAgo(3), { state: 'spam' }),
        enquiry(daysAgo(3), { suspicions: ['trap'] }),
        enquiry(daysAgo(8)),
      ]),
  )
  const after = await figuresOf('ben@north.test', 7)
  const gained = (about: string, name: string) =>
    (after(about, name)?.enquiries ?? 0) - (before(about, name)?.enquiries ?? 0)
  expect([gained('day', day(3)), gained('service', 'design')]).toEqual([2, 2])
})

it('forgets what is older than 400 days', async () => {
  await count([counted({ day: day(399), views: 1 }), counted({ day: day(402), views: 1 })])
  await count([counted({ views: 1 })])
  const { data } = await service.from('page_counts').select('day').eq('page', page).lt('day', day(300))
  expect(data).toEqual([{ day: day(399) }])
})

it.each([
  ['a day that is none', { day: 'no day' }],
  ['a path that is none', { page: 'vera@flowers.test' }],
  ['a service that is none', { service: 'vera@flowers.test' }],
])('keeps nothing of %s', async (_what, changes) => {
  const { error } = await service.rpc('count_pages', { counts: [counted({ views: 1, ...changes })] })
  expect(error?.code).toMatch(/^(22007|23514)$/)
})

it('[enquiries.md#access] tells nothing to staff of another agency, and lets nobody but the server count', async () => {
  await count([counted({ views: 1 })])
  const { db } = await signIn('cleo@south.test')
  const rows: Figure[] = await arrange(db.rpc('visit_figures', { days: 7 }))
  expect(rows.find(({ about }) => about === 'since')?.name).toBeNull()
  expect(rows.filter(({ visits, views, calls, enquiries }) => visits + views + calls + enquiries > 0)).toEqual([])
  expect((await visitor.db.rpc('visit_figures', { days: 7 })).error?.code).toBe('42501')
  const ana = await signIn('ana@north.test')
  for (const caller of [db, ana.db, visitor.db]) {
    expect((await caller.rpc('count_pages', { counts: [counted({ views: 1 })] })).error?.code).toBe('42501')
  }
})
