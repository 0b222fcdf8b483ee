import ICAL from 'ical.js'
import { expect, it, vi } from 'vitest'
import { calendarProblems } from '../../tests/calendar-problems.ts'
import { answerCalendar } from './answer-calendar.ts'

const entry = (changes: object) => ({
  ...{ uid: 'step-1', kind: 'step', title: 'Pictures', about: 'Website', path: '/dashboard/projects/p1' },
  ...{ starts_at: null, minutes: null, day: '2026-12-31', sequence: 0, changed_at: '2026-11-28T10:00:00.5+00:00' },
  ...changes,
})
const called = { kind: 'call', starts_at: '2026-12-01T23:45:00+00:00', minutes: 30, day: null, sequence: 2 }
const feed = {
  name: 'North, East; "West"',
  entries: [
    entry({ uid: 'call-1', title: 'Zoë\r\nO’Brien 🥐 '.repeat(20), about: 'a,b;c\\d\r\nnext line', ...called }),
    entry({}),
    entry({ uid: 'due-1', kind: 'due', title: 'Website' }),
  ],
}
const secret = 'S'.repeat(43)

let visitor = 0
const ask = (path: string, open: (hash: string) => unknown = () => feed, headers: Record<string, string> = {}) => {
  const from = { 'x-forwarded-for': `203.0.113.${visitor}` }
  const request = new Request(`http://server${path}`, { headers: { ...from, ...headers } })
  return answerCalendar(request, { siteUrl: 'https://north.test', open: async (hash) => open(hash) })
}

it('[profile.md#calendar-feed] is a calendar that another library reads as it was meant', async () => {
  const response = await ask(`/calendar/${secret}.ics`)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await response.text()
  expect(calendarProblems(text)).toEqual([])
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(feed.name)
  expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT1H')
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  expect(events.map(({ uid, sequence }) => [uid, sequence])).toEqual([
    ['call-1', 2],
    ['step-1', 0],
    ['due-1', 0],
  ])
  expect(events.map(({ startDate, endDate }) => `${startDate}–${endDate}`)).toEqual([
    '2026-12-01T23:45:00Z–2026-12-02T00:15:00Z',
    '2026-12-31–2027-01-01',
    '2026-12-31–2027-01-01',
  ])
  expect(events[0]?.description).toBe('a,b;c\\d\nnext line\nhttps://north.test/dashboard/projects/p1')
  expect(events[2]?.summary).toBe('Website is due')
})

it('[profile.md#calendar-feed] answers 304 to a calendar that has the same', async () => {
  const first = await ask(`/calendar/${secret}.ics`)
  const again = await ask(`/calendar/${secret}.ics`, undefined, { 'if-none-match': `W/${first.headers.get('etag')}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const changed = { ...feed, entries: feed.entries.slice(1) }
  const later = await ask(`/calendar/${secret}.ics`, () => changed, {
    'if-none-match': first.headers.get('etag') ?? '',
  })
  expect(later.status).toBe(200)
})

it('[profile.md#calendar-feed] answers alike to a guess and to what is no secret, and says to come back later after twenty guesses', async () => {
  visitor = 1
  const opened = vi.fn(() => null)
  const told = async (path: string) => {
    const response = await ask(path, opened)
    return [response.status, await response.text(), ...[...response.headers].map(String)]
  }
  const answers = [await told('/calendar/short.ics'), await told('/calendar/')]
  for (let count = 0; count < 20; count++) answers.push(await told(`/calendar/${'G'.repeat(43)}.ics`))
  expect(new Set(answers.map(String)).size).toBe(1)
  expect(answers[0]?.[0]).toBe(404)
  // Another calendar of the same network has a feed, which it would drop after a 404.
  const blocked = await ask(`/calendar/${secret}.ics`)
  expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '300'])
  expect(opened).toHaveBeenCalledTimes(20)
})

it('says that it will be back where the database is away, since a calendar drops everything after a 404', async () => {
  visitor = 2
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
  const response = await ask(`/calendar/${secret}.ics`, () => {
    throw new Error('Not now')
  })
  expect(response.status).toBe(503)
})
