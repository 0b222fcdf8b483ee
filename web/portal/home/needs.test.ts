import { expect, it } from 'vitest'
import { HOUR_MS } from '../../lib/elapsed-time.ts'
import type { NoticeRow } from '../notices/notice.ts'
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
const review = (client_name: string, times_opened: number) => ({
  update_id: client_name,
  title: 'Sketches',
  shown_at: hoursAgo(72),
  project_id: 'website',
  client_name,
  times_opened,
})

const nothing = {
  project: null,
  step: null,
  enquiry: null,
  answer: null,
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
  answer: { answer: 'approved' as const, name: 'Maria', update: { title: 'Menu', project: { id: 'menu' } } },
}

const none = { enquiries: undefined, projects: undefined, reviews: undefined, notices: undefined }
const said = (loaded: Partial<Parameters<typeof needsOf>[0]>) =>
  needsOf({ ...none, ...loaded }, now, today).map(({ who, what }) => `${who} ${what}`)

it('[dashboard.md#needs-you] puts what is most urgent first', () => {
  expect(
    said({
      enquiries: { rows: [enquiry('Vera', 30), enquiry('Otto', 3)], count: 2 },
      projects: { rows: [project('Menu', '2026-03-01'), project('Logo', '2026-03-12')], count: 2 },
      reviews: [review('Harbor Bakery', 0), review('Magnolia Salon', 2)],
      notices: [notice('mentioned', mention), notice('answered', approval)],
    }),
  ).toEqual([
    'Vera is waiting',
    'Menu is overdue',
    'Maria approved an update',
    'Otto is waiting',
    'Harbor Bakery has not opened',
    'Magnolia Salon has not answered',
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
