import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { formatCount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { visitsQuery } from './enquiry-queries.ts'
import { figuresQuery } from './figures-query.ts'
import { useVisitSpan } from './use-visit-span.ts'
import { VisitFigures } from './visit-figures.tsx'
import { rateOf, type Visits } from './visits.ts'
import { duration } from './waiting-time.ts'

/** The number of late enquiries grows with time, and the server stores its counts about this often. */
const EVERY_MS = 60_000

/** Who waits, and what the website brought, in one line that opens to the numbers of each day. */
export function EnquiryNumbers() {
  const panel = useId()
  const { isOpen, span, show, toggle } = useVisitSpan()
  const figures = useQuery({ ...figuresQuery(), refetchInterval: EVERY_MS })
  const visits = useQuery({ ...visitsQuery(span), placeholderData: keepPreviousData, refetchInterval: EVERY_MS })
  const queries = [figures, visits]
  const hasFailed = queries.some(({ isError, data }) => isError && !data)

  return (
    <Card aria-label="Numbers" aria-busy={queries.some(({ isFetching }) => isFetching)}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 px-5 py-1 max-sm:pt-3">
        {hasFailed ? (
          <>
            <p className="text-sm">The numbers could not be loaded.</p>
            <Button variant="outline" onClick={() => queries.forEach(({ refetch }) => void refetch())}>
              Try Again
            </Button>
          </>
        ) : (
          <>
            <p className="text-sm">{figures.data ? <Waiting {...figures.data} /> : <Placeholder />}</p>
            <Button
              variant="ghost"
              aria-expanded={isOpen}
              aria-controls={panel}
              onClick={toggle}
              className="-mx-3 h-auto min-h-9 shrink px-3 text-left font-normal text-ink-soft text-sm tabular-nums"
            >
              {visits.data ? summaryOf(visits.data, span) : <Placeholder />}
              <ChevronDown aria-hidden className={cn('transition-transform', isOpen && 'rotate-180')} />
            </Button>
          </>
        )}
      </div>
      <div id={panel}>{isOpen && visits.data && <VisitFigures visits={visits.data} span={span} onSpan={show} />}</div>
    </Card>
  )
}

const Placeholder = () => <Skeleton className="inline-block h-5 w-48 align-middle" />

type WaitingProps = {
  waiting: number
  late: number
  median_seconds: number | null
  calls_came: number
  calls_missed: number
}

function Waiting({ waiting, late, median_seconds, calls_came, calls_missed }: WaitingProps) {
  const calls = calls_came + calls_missed
  return (
    <>
      <Strong>{formatCount(waiting)} waiting</Strong>
      {late > 0 && (
        <>
          , <Strong isBad>{formatCount(late)} late</Strong>
        </>
      )}
      {median_seconds !== null && (
        <span className="text-ink-soft">, half answered within {duration(median_seconds)}</span>
      )}
      {calls > 0 && (
        <span className="text-ink-soft">
          , {formatCount(calls_came)} of {formatCount(calls)} {calls === 1 ? 'call' : 'calls'} came
        </span>
      )}
    </>
  )
}

const Strong = ({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) => (
  <strong className={cn('font-semibold tabular-nums', isBad && 'text-danger')}>{children}</strong>
)

/** '180 visits, 9 reached the form, 3 enquiries, 1.7% in 30 days'. */
function summaryOf({ since, total }: Visits, span: number): string {
  if (since === undefined) return 'No visits counted'
  const { visits, calls, enquiries } = total
  const parts = [
    `${formatCount(visits)} ${visits === 1 ? 'visit' : 'visits'}`,
    `${formatCount(calls)} reached the form`,
    `${formatCount(enquiries)} ${enquiries === 1 ? 'enquiry' : 'enquiries'}`,
    rateOf(total),
  ]
  return `${span} days: ${parts.join(', ')}`
}
