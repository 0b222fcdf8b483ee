import { expect, it } from 'vitest'
import { HOUR_MS } from '../../lib/elapsed-time.ts'
import type { NoticeRow } from '../notices/notice.ts'
import { isLate } from './need.ts'
import { needsOf } from './needs.ts'

const now = Date.parse('2026-03-09T12:00:00Z')
const today = '2026-03-09'
const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS).toISOString()

const enquiry = (name: string, hours: number) => ({
  id: name,
  name,
  business_name: `${name}'s`,
  created_at: hoursAgo(hours),
})
const project = (name: string, day: string) => ({
  id: name,
  name,
  target_completion_date: day,
  clients: { name: 'Corner Shop' },
})
const review = (client_name: string, times_opened: number, answer_by: string | null = null) => ({
  update_id: client_name,
  title: 'Sketches',
  shown_at: hoursAgo(72),
  project_id: 'website',
  client_name,
  times_opened,
  answer_by,
})

const nothing = {
  project: null,
  step: null,
  enquiry: null,
  answer: null,
  update: null,
  request: null,
  secret: null,
  call: null,
  message: null,
  client_note: null,
  project_note: null,
}
const notice = (id: string, about: Partial<NoticeRow>): NoticeRow => ({
  ...{ id, created_at: hoursAgo(2), read_at: null, actor: { display_name: 'Ben Carter', avatar_url: null } },
  ...nothing,
  ...about,
})
const mention = { message: { content: '@Ana look' } }
const approval = {
  answer: {
    answer: 'approved' as const,
    person: null,
    name: 'Maria',
    update: { title: 'Menu', project: { id: 'menu' } },
  },
}

const none = {
  ...{ enquiries: undefined, projects: undefined, steps: undefined, contacts: undefined },
  ...{ reviews: undefined, asked: undefined, plans: undefined, notices: undefined },
}
const said = (loaded: Partial<Parameters<typeof needsOf>[0]>) =>
  needsOf({ ...none, ...loaded }, now, today).map(({ who, what }) => `${who} ${what}`)

it('[dashboard.md#needs-you] asks of calls whose time has come whether they took place', () => {
  const with_ = { client: null, enquiry: { id: 'vera', name: 'Vera' } }
  const calls = [
    { id: 'one', starts_at: hoursAgo(1), ...with_ },
    { id: 'two', starts_at: hoursAgo(-1), ...with_ },
  ]
  expect(said({ calls })).toEqual(['Vera had a call: did they come?'])
})

it('[dashboard.md#needs-you] puts what clients ask for under the clock of enquiries until somebody takes it', () => {
  const asked = (name: string, hours: number, status: 'received' | 'in_progress' = 'received') => ({
    ...{ id: name, title: 'A menu', status, created_at: hoursAgo(hours), client: { id: name, name } },
  })
  const told = notice('told', { request: { id: 'Late', title: 'A menu', client: { id: 'Late', name: 'Late' } } })
  const loaded = { asked: [asked('Mine', 50, 'in_progress'), asked('Late', 30), asked('Early', 2)], notices: [told] }
  const needs = needsOf({ ...none, ...loaded }, now, today)
  expect(needs.map((need) => [need.who, need.what, need.since, isLate(need), need.notice])).toEqual([
    ['Late', 'asks for something', { words: '6 h late' }, true, 'told'],
    ['Early', 'asks for something', { words: '22 h left' }, false, undefined],
    ['Mine', 'waits for what they asked for', { moment: hoursAgo(50) }, false, undefined],
  ])
})

it('[dashboard.md#needs-you] puts what is most urgent first', () => {
  expect(
    said({
      enquiries: { rows: [enquiry('Vera', 30), enquiry('Otto', 3)], count: 2 },
      projects: { rows: [project('Menu', '2026-03-01'), project('Logo', '2026-03-12')], count: 2 },
      reviews: [review('Harbor Bakery', 0), review('Magnolia Salon', 2)],
      plans: { rows: [{ id: 'bakery', name: 'Corner Bakery', plan: 'Growth AI' }], count: 2 },
      notices: [notice('mentioned', mention), notice('answered', approval)],
    }),
  ).toEqual([
    'Vera is waiting',
    'Menu is overdue',
    'Maria approved an update',
    'Otto is waiting',
    'Harbor Bakery has not opened',
    'Magnolia Salon has not answered',
    'Corner Bakery has nothing yet',
    '1 more client has nothing yet',
    'Ben Carter mentioned you in the chat',
    'Logo is due',
  ])
})

it('[dashboard.md#needs-you] says since when, and leads to the thing itself', () => {
  const enquiries = { rows: [enquiry('Vera', 72)], count: 1 }
  const projects = { rows: [project('Menu', '2026-03-01')], count: 1 }
  expect(needsOf({ ...none, enquiries, projects, reviews: [review('Harbor Bakery', 1)] }, now, today)).toMatchObject([
    { about: "Vera's", since: { words: '2 days late' }, to: '/dashboard/enquiries/Vera' },
    { about: 'Corner Shop', since: { day: '2026-03-01', isOver: true }, to: '/dashboard/projects/Menu' },
    { about: 'Sketches', since: { moment: hoursAgo(72) }, to: '/dashboard/projects/website' },
  ])
})

it('[dashboard.md#needs-you] names the clients whose contact is over or due today, and what it is about', () => {
  const contact = (name: string, next_contact_on: string, next_contact_note: string | null = null) => ({
    ...{ id: name, name, next_contact_on, next_contact_note },
  })
  const rows = [contact('Harbor Bakery', '2026-03-08', 'Send the offer'), contact('Magnolia Salon', today)]
  const needs = needsOf({ ...none, contacts: { rows, count: 4 }, reviews: [review('Corner Shop', 0)] }, now, today)
  expect(needs.map(({ who, what }) => `${who} ${what}`)).toEqual([
    'Harbor Bakery is to be contacted',
    'Magnolia Salon is to be contacted',
    '2 more clients of yours are to be contacted',
    'Corner Shop has not opened',
  ])
  expect(needs).toMatchObject([
    { about: 'Send the offer', since: { day: '2026-03-08', isOver: true }, to: '/dashboard/clients/Harbor Bakery' },
    { since: { words: 'today' } },
    { to: '/dashboard/clients?view=mine' },
    {},
  ])
  expect(needs.map(isLate)).toEqual([true, false, false, false])
})

it('[dashboard.md#needs-you] says by which day a review is wanted, and which are late', () => {
  const reviews = [review('Late', 1, '2026-03-08'), review('Today', 1, '2026-03-09'), review('Whenever', 1)]
  const needs = needsOf({ ...none, reviews }, now, today)
  expect(needs.map(({ since }) => since)).toEqual([
    { day: '2026-03-08', isOver: true, before: 'by' },
    { day: '2026-03-09', isOver: false, before: 'by' },
    { moment: hoursAgo(72) },
  ])
  expect(needs.map(isLate)).toEqual([true, false, false])
})

it('[dashboard.md#needs-you] has a late review once, whose line reads what the bell says of it', () => {
  const update = {
    id: 'Late',
    title: 'Sketches',
    answer_by: '2026-03-08',
    project: { id: 'website', client: { name: 'Late' } },
  }
  const loaded = { ...none, reviews: [review('Late', 1, '2026-03-08')], notices: [notice('late', { update })] }
  expect(needsOf(loaded, now, today)).toMatchObject([{ kind: 'review', notice: 'late' }])
})

it.each([
  [4, '1 more enquiry is waiting'],
  [12, '9 more enquiries are waiting'],
])('[dashboard.md#needs-you] of %d enquiries leads to the others, beside those that are shown', (count, more) => {
  const enquiries = { rows: [enquiry('A', 50), enquiry('B', 40), enquiry('C', 30)], count }
  const projects = { rows: [project('Menu', '2026-03-01')], count: 1 }
  expect(said({ enquiries, projects }).slice(3)).toEqual([more, 'Menu is overdue'])
})

it('[dashboard.md#needs-you] has nothing of the bell that was read, and an enquiry once', () => {
  const read = notice('read', { ...mention, read_at: hoursAgo(1) })
  const enquiryOfBell = { enquiry: { id: 'vera', name: 'Vera', business_name: 'Flowers' } }
  expect(said({ notices: [read, notice('enquiry', enquiryOfBell)] })).toEqual([])
})

it('[dashboard.md#needs-you] shows three of a kind', () => {
  const notices = ['a', 'b', 'c', 'd'].map((id) => notice(id, mention))
  expect(said({ notices })).toHaveLength(3)
})
