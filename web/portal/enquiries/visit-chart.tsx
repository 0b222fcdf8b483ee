import { cn } from '../../lib/cn.ts'
import { formatCount } from '../../lib/formats.ts'
import { type Counts, type Day, dayName } from './visits.ts'

/** Each strip has a scale of its own: two scales in one chart would suggest a connection that is not there. */
const strips = [
  { of: 'visits', label: 'Visits', fill: 'fill-info', dot: 'bg-info', height: 'h-20' },
  { of: 'calls', label: 'Reached the form', fill: 'fill-warning', dot: 'bg-warning', height: 'h-11' },
  { of: 'enquiries', label: 'Enquiries', fill: 'fill-success', dot: 'bg-success', height: 'h-11' },
] as const satisfies readonly { of: keyof Counts; [look: string]: string }[]
/** `since` is the first counted day, where counting began within the range. */
type StripProps = { strip: (typeof strips)[number]; days: readonly Day[]; since: string | undefined }

/** A chart of the days from left to right. Screen readers skip it: the table has the same numbers. */
export function VisitChart({ days, since }: { days: readonly Day[]; since: string }) {
  return (
    <div aria-hidden className="grid min-w-0 gap-3">
      {strips.map((strip) => (
        <Strip key={strip.of} strip={strip} days={days} since={strip.of === 'enquiries' ? undefined : since} />
      ))}
      <DayNames days={days} />
    </div>
  )
}

const HIGH = 100
/** The least height of a bar in percent, so that one visit is visible beside a thousand. */
const LOWEST = 4

function Strip({ strip: { of, label, fill, dot, height }, days, since }: StripProps) {
  const most = Math.max(...days.map((day) => day[of]))
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3 pb-1 text-ink-soft text-xs">
        <span className="flex items-center gap-1.5">
          <span className={cn('size-2 rounded-full', dot)} />
          {label}
        </span>
        <span className="tabular-nums">{most > 0 && `most in a day: ${formatCount(most)}`}</span>
      </p>
      <div className="relative">
        <svg
          viewBox={`0 0 ${days.length} ${HIGH}`}
          preserveAspectRatio="none"
          className={cn('block w-full border-line-strong border-b', height)}
        >
          <title>{label}</title>
          {days.map((day, index) => (
            <Bar key={day.day} day={day} at={index} value={day[of]} most={most} fill={fill} label={label} />
          ))}
        </svg>
        {since !== undefined && <Uncounted days={days} since={since} hasWords={of === 'visits'} />}
      </div>
    </div>
  )
}

type BarProps = { day: Day; at: number; value: number; most: number; fill: string; label: string }

function Bar({ day, at, value, most, fill, label }: BarProps) {
  const height = value === 0 ? 0 : Math.max(LOWEST, (value / most) * HIGH)
  return (
    <g className="group">
      <title>{`${dayName(day.day)}${day.isToday ? ', so far' : ''}: ${formatCount(value)} ${label.toLowerCase()}`}</title>
      {/* The whole height answers the pointer, not only what is filled. */}
      <rect x={at} y={0} width={1} height={HIGH} className="fill-transparent group-hover:fill-paper-deep" />
      <rect
        x={at + 0.14}
        y={HIGH - height}
        width={0.72}
        height={height}
        className={cn(fill, day.isToday && 'opacity-50')}
      />
    </g>
  )
}

/** The share of a phone's width that the words need. */
const ROOM_FOR_WORDS = 0.4

/** Covers the days before counting began: they were not empty but unknown. */
function Uncounted({ days, since, hasWords }: { days: readonly Day[]; since: string; hasWords: boolean }) {
  const share = days.filter(({ isCounted }) => !isCounted).length / days.length
  if (share === 0) return null
  return (
    <div
      className="pointer-events-none absolute inset-y-0 left-0 grid place-items-center rounded-t-sm bg-paper-deep"
      style={{ width: `${share * 100}%` }}
    >
      {hasWords && share > ROOM_FOR_WORDS && <p className="text-ink-soft text-xs">Counted since {dayName(since)}</p>}
    </div>
  )
}

function DayNames({ days }: { days: readonly Day[] }) {
  const middle = days[Math.floor((days.length - 1) / 2)]
  return (
    <p className="-mt-1.5 grid grid-cols-3 text-ink-soft text-xs tabular-nums">
      <span>{days[0] && dayName(days[0].day)}</span>
      <span className="text-center">{middle && dayName(middle.day)}</span>
      <span className="text-right">today, so far</span>
    </p>
  )
}
