import { useDroppable } from '@dnd-kit/core'
import { useState } from 'react'
import { formatDay } from '../../../lib/formats.ts'
import { addDays, today } from '../../../lib/today.ts'
import { type Arrow, DragArea } from '../../../ui/drag-area.tsx'
import { useFollowingFocus } from '../../../ui/follow-focus.ts'
import type { CalendarSpan } from './calendar-days.ts'
import type { CalendarEntry } from './calendar-entry.ts'
import { CarriedEntry, EntryLink } from './entry-link.tsx'
import type { Moves } from './use-moves.ts'

export type CalendarProps = {
  days: readonly string[]
  span: CalendarSpan
  /** The month that is shown: '2026-03'. */
  month: string
  entries: readonly CalendarEntry[]
  moves: Moves
}

/** The days of a month or a week in columns, one for each weekday. Entries are dragged to other days. */
export function CalendarGrid({ days, span, month, entries, moves }: CalendarProps) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const byDay = Map.groupBy(entries, ({ day }) => day)
  const dayOf = (id: string) => byId.get(id)?.day
  const follow = useFollowingFocus(dayOf)
  return (
    <DragArea
      instructions="To move this to another day, press Space, choose the day with the arrow keys, and press Space again. Escape cancels."
      nameOf={(id) => byId.get(id)?.title ?? ''}
      placeName={formatDay}
      placeOf={(id) => dayOf(id) ?? ''}
      nextPlace={(day, arrow) => days.find((known) => known === addDays(day, stepsOf[arrow]))}
      onDrop={({ id, place, isByKeyboard }) => {
        const entry = byId.get(id)
        follow(isByKeyboard ? { id, place } : undefined)
        if (entry) moves.move(entry, place)
      }}
      preview={(id) => {
        const entry = byId.get(id)
        return entry && <CarriedEntry entry={entry} />
      }}
    >
      <div className="calendar" data-span={span}>
        {days.slice(0, 7).map((day) => (
          <div key={day} aria-hidden className="calendar-weekday">
            {weekday.format(utc(day))}
          </div>
        ))}
        {days.map((day) => (
          <Day
            key={day}
            day={day}
            isOfMonth={span === 'week' || day.startsWith(month)}
            mostShown={span === 'month' ? MOST_IN_MONTH : Number.POSITIVE_INFINITY}
            entries={byDay.get(day) ?? []}
            moves={moves}
          />
        ))}
      </div>
    </DragArea>
  )
}

const stepsOf = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 } satisfies Record<Arrow, number>

/** The most entries of a day of a month before the others are folded away. */
const MOST_IN_MONTH = 4

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const whole = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

type DayProps = {
  day: string
  isOfMonth: boolean
  mostShown: number
  entries: readonly CalendarEntry[]
  moves: Moves
}

function Day({ day, isOfMonth, mostShown, entries, moves }: DayProps) {
  const { setNodeRef, isOver } = useDroppable({ id: day })
  const [isOpen, setOpen] = useState(false)
  const isFull = entries.length > mostShown
  const shown = isFull && !isOpen ? entries.slice(0, mostShown - 1) : entries
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={setNodeRef}
      role="group"
      aria-label={whole.format(utc(day))}
      aria-current={day === today() ? 'date' : undefined}
      className="calendar-day"
      data-other-month={!isOfMonth || undefined}
      data-today={day === today() || undefined}
      data-over={isOver || undefined}
    >
      <time dateTime={day} className="calendar-date" aria-hidden>
        {Number(day.slice(8))}
      </time>
      {entries.length > 0 && (
        <ul>
          {shown.map((entry) => (
            <EntryLink
              key={entry.id}
              entry={entry}
              isWhole={mostShown > MOST_IN_MONTH}
              isMoving={moves.isMoving(entry)}
            />
          ))}
        </ul>
      )}
      {isFull && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 rounded-control px-1.5 text-ink-soft text-xs underline-offset-2 hover:underline"
        >
          {isOpen ? 'Show fewer' : `${entries.length - shown.length} more`}
        </button>
      )}
    </div>
  )
}
