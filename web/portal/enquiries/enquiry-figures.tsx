import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { figuresQuery } from './enquiry-queries.ts'
import { duration } from './waiting-time.ts'

/** Lateness grows by itself, without anybody changing a row. */
const EVERY_MS = 60_000

export function EnquiryFigures() {
  const { data, isError, refetch } = useQuery({ ...figuresQuery(), refetchInterval: EVERY_MS })
  if (isError && !data) {
    return (
      <Card className="[&>*]:border-t-0">
        <ErrorState title="The numbers could not be loaded." onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <Card aria-label="Numbers" aria-busy={!data}>
      <dl className="grid grid-cols-2 sm:grid-cols-[1fr_1fr_auto] lg:grid-cols-[1fr_1fr_2fr] sm:divide-x sm:divide-line">
        <Figure label="Waiting" value={data?.waiting} />
        <Figure label="Late" value={data?.late} isBad={(data?.late ?? 0) > 0} />
        <Figure
          label="Median time to answer, last 30 days"
          value={data && (data.median_seconds === null ? '–' : duration(data.median_seconds))}
          className="col-span-2 border-line border-t sm:col-span-1 sm:border-t-0"
        />
      </dl>
    </Card>
  )
}

type FigureProps = { label: string; value: ReactNode; isBad?: boolean; className?: string }

function Figure({ label, value, isBad, className }: FigureProps) {
  return (
    <div className={cn('px-5 py-4', className)}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className={cn('mt-1 h-8 font-semibold text-2xl tabular-nums leading-8', isBad && 'text-danger')}>
        {value ?? <Skeleton className="h-8 w-14" />}
      </dd>
    </div>
  )
}
