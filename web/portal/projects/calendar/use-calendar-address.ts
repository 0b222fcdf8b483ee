import { useSearchParams } from 'react-router'
import { today } from '../../../lib/today.ts'
import { type CalendarSpan, calendarSpans, dayOfNext, isDay } from './calendar-days.ts'

const [SPAN, DAY] = ['span', 'day']

/** Reads what the calendar shows from the address. Its defaults, the month and today, are not named there. */
export function useCalendarAddress() {
  const [address] = useSearchParams()
  const span = calendarSpans.find((known) => known === address.get(SPAN)) ?? 'month'
  const named = address.get(DAY) ?? ''
  const day = isDay(named) ? named : today()

  function linkTo(change: { span?: CalendarSpan; day?: string }) {
    const next = new URLSearchParams(address)
    const to = { span, day, ...change }
    if (to.span === 'month') next.delete(SPAN)
    else next.set(SPAN, to.span)
    if (to.day === today()) next.delete(DAY)
    else next.set(DAY, to.day)
    return `?${next}`
  }

  return { span, day, linkTo, linkBy: (by: -1 | 1) => linkTo({ day: dayOfNext(day, span, by) }) }
}
