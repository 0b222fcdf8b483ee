import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import { today } from '../../../lib/today.ts'
import { Button } from '../../../ui/button.tsx'
import { type CalendarSpan, calendarSpans } from './calendar-days.ts'

type CalendarHeadProps = {
  span: CalendarSpan
  day: string
  days: readonly string[]
  linkTo: (change: { span?: CalendarSpan; day?: string }) => string
  linkBy: (by: -1 | 1) => string
}

const labels = { month: 'Month', week: 'Week' } satisfies Record<CalendarSpan, string>

/** The name of the month or week, and the links to others. */
export function CalendarHead({ span, day, days, linkTo, linkBy }: CalendarHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 pb-3">
      <h3 aria-live="polite" className="mr-auto font-medium">
        {span === 'month' ? monthOf(day) : weekOf(days)}
      </h3>
      <Button variant="outline" asChild className="px-3">
        <Link to={linkTo({ day: today() })} preventScrollReset>
          Today
        </Link>
      </Button>
      <div className="flex">
        <Step to={linkBy(-1)} label={`Previous ${span}`} Icon={ChevronLeft} />
        <Step to={linkBy(1)} label={`Next ${span}`} Icon={ChevronRight} />
      </div>
      <nav aria-label="Length" className="flex rounded-control bg-paper-deep p-0.5">
        {calendarSpans.map((other) => (
          <Link
            key={other}
            to={linkTo({ span: other })}
            preventScrollReset
            aria-current={other === span ? 'page' : undefined}
            className={cn(
              'rounded-[calc(var(--radius-control)-2px)] px-3 py-1 font-medium text-ink-soft text-sm hover:text-ink max-sm:py-2',
              other === span && 'bg-card text-ink shadow-sm ring-1 ring-line forced-colors:system-chosen',
            )}
          >
            {labels[other]}
          </Link>
        ))}
      </nav>
    </div>
  )
}

const Step = ({ to, label, Icon }: { to: string; label: string; Icon: typeof ChevronLeft }) => (
  <Button variant="ghost" asChild className="px-2.5">
    <Link to={to} preventScrollReset title={label}>
      <Icon aria-hidden />
      <span className="sr-only">{label}</span>
    </Link>
  </Button>
)

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const range = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

const monthOf = (day: string) => month.format(utc(day))

const weekOf = (days: readonly string[]) => {
  const [first, last] = [days.at(0), days.at(-1)]
  return first && last ? range.formatRange(utc(first), utc(last)) : ''
}
