import { formatDay } from '../lib/formats.ts'
import { isNear, today } from '../lib/today.ts'

/**
 * A date without a time, in one line. The year is hidden from view where it is clear; screen readers always read it.
 */
export function Day({ day }: { day: string }) {
  const full = formatDay(day)
  const [monthAndDate, year] = full.split(', ')
  return (
    <time dateTime={day} title={full} className="whitespace-nowrap">
      {monthAndDate}
      <span className={isNear(day, today()) ? 'sr-only' : undefined}>, {year}</span>
    </time>
  )
}
