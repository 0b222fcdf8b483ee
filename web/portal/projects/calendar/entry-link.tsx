import { useDraggable } from '@dnd-kit/core'
import { Circle } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import type { CalendarEntry } from './calendar-entry.ts'

type EntryProps = {
  entry: CalendarEntry
  /** True where there is room for the whole title and what it is about. */
  isWhole: boolean
  isMoving: boolean
}

/** A project or a step on its day: a link to the project, which is dragged to another day. */
export function EntryLink({ entry, isWhole, isMoving }: EntryProps) {
  const { id, kind, title, about, projectId } = entry
  const { search } = useLocation()
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({ id, disabled: isMoving })
  return (
    <li>
      <Link
        ref={setNodeRef}
        to={`/dashboard/projects/${projectId}`}
        state={{ list: search }}
        title={[title, about].filter(Boolean).join(' · ')}
        data-thing={id}
        aria-describedby={attributes['aria-describedby']}
        // A link has a drag of its own, which would carry its address.
        draggable={false}
        className="calendar-entry"
        data-kind={kind}
        data-late={entry.isLate || undefined}
        data-over={entry.isOver || undefined}
        data-away={isDragging || isMoving || undefined}
        aria-busy={isMoving}
        {...listeners}
      >
        <EntryText entry={entry} isWhole={isWhole} />
        {isMoving && <span className="sr-only">, moving</span>}
      </Link>
    </li>
  )
}

function EntryText({ entry: { kind, title, about, isLate }, isWhole }: Omit<EntryProps, 'isMoving'>) {
  return (
    <>
      {kind === 'step' && <Circle aria-hidden className="size-2.5 shrink-0 self-center" />}
      <span className={cn('min-w-0', isWhole ? 'wrap-anywhere' : 'truncate')}>
        {kind === 'step' && <span className="sr-only">Step: </span>}
        {title}
        {about !== '' && (
          <span className={isWhole ? 'block font-normal text-ink-soft' : 'sr-only'}>
            <span className="sr-only">, </span>
            {about}
          </span>
        )}
        {isLate && <span className="sr-only">, overdue</span>}
      </span>
    </>
  )
}

/** What follows the pointer. */
export const CarriedEntry = ({ entry }: { entry: CalendarEntry }) => (
  <div className="calendar-entry" data-kind={entry.kind} data-carried>
    <EntryText entry={entry} isWhole={false} />
  </div>
)
