const DAY_MS = 24 * 60 * 60_000
const TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/

/** The time zone of this browser, as the IANA names it. */
export const myTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The moments at which clocks in the zone show this day and time: none in the hour that is skipped when clocks go forward, two in the
 * hour that is repeated when they go back, otherwise one.
 */
export function momentsOf(day: string, time: string, timeZone: string): Date[] {
  const asked = TIME.exec(`${day} ${time}`)
  if (!asked) return []
  const [, year = 0, month = 0, date = 0, hour = 0, minute = 0] = asked.map(Number)
  const asUtc = Date.UTC(year, month - 1, date, hour, minute)
  // JavaScript takes February 30 for March 2.
  if (!new Date(asUtc).toISOString().startsWith(day)) return []
  // The offsets of a day before and of a day after are those on either side of a change.
  const offsets = new Set([asUtc - DAY_MS, asUtc + DAY_MS].map((moment) => clockOf(moment, timeZone) - moment))
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((moment) => clockOf(moment, timeZone) === asUtc)
    .sort((one, other) => one - other)
    .map((moment) => new Date(moment))
}

/** The day and the time that clocks in the zone show at a moment: `2026-11-30` and `18:30`. */
export function wallTimeOf(moment: string, timeZone: string): { day: string; time: string } {
  const clock = new Date(clockOf(Date.parse(moment), timeZone)).toISOString()
  return { day: clock.slice(0, 10), time: clock.slice(11, 16) }
}

/** What clocks in the zone show, as if it were UTC. */
function clockOf(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', era: 'short' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}
