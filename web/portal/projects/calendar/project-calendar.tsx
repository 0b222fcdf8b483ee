import './calendar.css'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../lib/formats.ts'
import { today } from '../../../lib/today.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { ErrorState } from '../../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ListFrame } from '../../list/list-frame.tsx'
import type { ProjectsShown } from '../project-queries.ts'
import { CalendarAgenda } from './calendar-agenda.tsx'
import { daysAround, firstWeekday } from './calendar-days.ts'
import { entriesOf } from './calendar-entry.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { CalendarHead } from './calendar-head.tsx'
import { calendarQuery } from './calendar-query.ts'
import { useCalendarAddress } from './use-calendar-address.ts'
import { useMoves } from './use-moves.ts'

/** The target dates and the days of the steps of the list (docs/specification/projects.md#calendar). */
export default function ProjectCalendar({ shown }: { shown: ProjectsShown }) {
  const address = useCalendarAddress()
  const days = daysAround(address.day, address.span, firstWeekday(navigator.language))
  const [from = '', to = ''] = [days.at(0), days.at(-1)]
  const { data, isError, isPlaceholderData, refetch } = useQuery(calendarQuery(shown, { from, to }))
  const entries = data ? entriesOf({ projects: data.projects.rows, steps: data.steps.rows }, today()) : []
  const moves = useMoves(data)
  // The seventh part of a narrower screen has no room for a title.
  const Days = useMediaQuery('(width < 64rem)') ? CalendarAgenda : CalendarGrid
  return (
    <>
      <CalendarHead {...address} days={days} />
      {!data && isError && <ErrorState title="The calendar could not be loaded." onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="m-5 h-96" />}
      {data && (
        <ListFrame isStale={isPlaceholderData}>
          <Days days={days} span={address.span} month={address.day.slice(0, 7)} entries={entries} moves={moves} />
          <LeftOut {...data} />
        </ListFrame>
      )}
    </>
  )
}

type Counted = { rows: readonly unknown[]; count: number }
type LeftOutProps = { projects: Counted; steps: Counted; undated: number }

/** Says which projects and steps of the list are not in the calendar. */
function LeftOut({ projects, steps, undated }: LeftOutProps) {
  const lines = [
    cutLine(projects, 'target dates'),
    cutLine(steps, 'steps'),
    undated === 1 && '1 project has no target date.',
    undated > 1 && `${formatCount(undated)} projects have no target date.`,
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return <p className="border-line border-t px-5 py-3 text-ink-soft text-sm">{lines.join(' ')}</p>
}

const cutLine = ({ rows, count }: Counted, things: string) =>
  count > rows.length &&
  `The first ${formatCount(rows.length)} of ${formatCount(count)} ${things} are shown. Search or filter to see the others.`
