import { CalendarClock } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { today } from '../../../lib/today.ts'
import { useFollowingFocus } from '../../../ui/follow-focus.ts'
import { DayCell } from '../../list/day-cell.tsx'
import type { CalendarEntry } from './calendar-entry.ts'
import type { CalendarProps } from './calendar-grid.tsx'
import type { Moves } from './use-moves.ts'

/** The days of a month or a week below each other, for a phone. A date is changed in a field, without dragging. */
export function CalendarAgenda({ days, span, month, entries, moves }: CalendarProps) {
  const byDay = Map.groupBy(entries, ({ day }) => day)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const follow = useFollowingFocus((id) => byId.get(id)?.day)
  const shown = days.filter((day) => byDay.has(day) && (span === 'week' || day.startsWith(month)))
  if (shown.length === 0) return <p className="border-line border-t px-5 py-8 text-ink-soft">Nothing on these days.</p>
  return (
    <ol className="border-line border-t">
      {shown.map((day) => (
        <li key={day} aria-current={day === today() ? 'date' : undefined}>
          <h4 className="bg-paper-deep px-5 py-1.5 font-medium text-sm">
            {whole.format(new Date(`${day}T00:00:00Z`))}
            {day === today() && ' · Today'}
          </h4>
          <ul>
            {byDay.get(day)?.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                moves={{
                  ...moves,
                  move(moved, to) {
                    follow(to === null ? undefined : { id: moved.id, place: to })
                    moves.move(moved, to)
                  },
                }}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

const whole = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

function Entry({ entry, moves }: { entry: CalendarEntry; moves: Moves }) {
  const { id, kind, title, about, day, projectId, isLate } = entry
  const { search } = useLocation()
  const isMoving = moves.isMoving(entry)
  return (
    <li className="flex items-center gap-3 border-line border-t px-5 py-2.5 first:border-t-0" aria-busy={isMoving}>
      <div className="min-w-0 flex-1">
        <Link
          to={`/dashboard/projects/${projectId}`}
          state={{ list: search }}
          data-thing={id}
          className="wrap-anywhere font-medium underline-offset-2 hover:underline"
        >
          {kind === 'step' && <span className="font-normal text-ink-soft">Step: </span>}
          {title}
        </Link>
        <p className="truncate text-ink-soft text-sm">
          {isLate && <span className="font-medium text-danger">Overdue · </span>}
          {isMoving ? 'Moving…' : about}
        </p>
      </div>
      <DayCell
        label={`${kind === 'project' ? 'Target date' : 'Day'} of ${title}`}
        value={day}
        onChange={(to) => !isMoving && moves.move(entry, to)}
      >
        <CalendarClock aria-hidden className="size-5 text-ink-soft" />
        <span className="sr-only">change</span>
      </DayCell>
    </li>
  )
}
