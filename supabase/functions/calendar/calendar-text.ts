import ical, { type ICalCalendar, ICalEventTransparency } from 'ical-generator'
import { isFields } from '../_shared/http.ts'
import { manyLines, oneLine } from '../_shared/mail-words.ts'

/** What the database says stands in a person's calendar. A call has a time, everything else a day. */
type Entry = {
  uid: string
  kind: string
  title: string
  about: string | null
  path: string
  starts_at: string | null
  minutes: number | null
  day: string | null
  sequence: number
  changed_at: string
}

export type Feed = { name: string; entries: Entry[] }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How often calendars should look; most look less often. */
const REFRESH_SECONDS = 60 * 60

/** The calendar of a feed. The same content makes the same text, so that it can be recognised as unchanged. */
export function calendarText({ name, entries }: Feed, siteUrl: string | undefined): string {
  const calendar = ical({
    name: oneLine(name),
    prodId: { company: 'Mainstreet', product: 'Calendar feed', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const entry of entries) addEntry(calendar, entry, siteUrl)
  return calendar.toString()
}

function addEntry(calendar: ICalCalendar, entry: Entry, siteUrl: string | undefined) {
  const { uid, title, about, path, starts_at, minutes, day, sequence, changed_at } = entry
  const url = siteUrl && new URL(path, siteUrl).href
  const description = [about === null ? '' : manyLines(about), url ?? ''].filter((part) => part !== '').join('\n')
  const start = new Date(starts_at ?? `${day}T00:00:00Z`)
  calendar.createEvent({
    id: uid,
    sequence,
    stamp: new Date(changed_at),
    start,
    // The end of a day is the next day.
    end: new Date(start.getTime() + (starts_at === null ? DAY_MS : (minutes ?? 0) * MINUTE_MS)),
    allDay: starts_at === null,
    summary: (sayings[entry.kind] ?? ((words) => words))(oneLine(title)),
    description: description === '' ? null : description,
    ...(url && { url }),
    // A day with something to do is not a day on which somebody is busy.
    transparency: starts_at === null ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  })
}

const sayings: Record<string, (title: string) => string> = {
  call: (name) => `Call with ${name}`,
  contact: (name) => `Contact ${name}`,
  start: (name) => `${name} starts`,
  due: (name) => `${name} is due`,
  review: (title) => `Answer wanted: ${title}`,
}

/** Reads the answer of the database; undefined if there is no such feed. */
export function parseFeed(answer: unknown): Feed | undefined {
  if (answer === null) return undefined
  if (!isFields(answer) || typeof answer.name !== 'string' || !Array.isArray(answer.entries)) {
    throw new Error('The database answered with something that is no feed.')
  }
  return { name: answer.name, entries: answer.entries.map(entryOf) }
}

function entryOf(given: unknown): Entry {
  if (!isFields(given)) throw new Error('The database answered with something that is no entry of a feed.')
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : null)
  const number = (name: string) => (typeof given[name] === 'number' ? given[name] : null)
  return {
    ...{ uid: text('uid') ?? '', kind: text('kind') ?? '', title: text('title') ?? '', about: text('about') },
    ...{ path: text('path') ?? '', starts_at: text('starts_at'), minutes: number('minutes'), day: text('day') },
    ...{ sequence: number('sequence') ?? 0, changed_at: text('changed_at') ?? '' },
  }
}
