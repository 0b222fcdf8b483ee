import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { visitsQuery } from './enquiry-queries.ts'
import { VisitChart } from './visit-chart.tsx'
import { VisitTables } from './visit-tables.tsx'
import { dayName, inFigures, rateOf, spans, type Visits } from './visits.ts'

/** The interval of refreshing: about as often as the server stores its counts. */
const EVERY_MS = 60_000

export function VisitFigures() {
  const title = useId()
  const [span, setSpan] = useState<number>(30)
  const query = { ...visitsQuery(span), placeholderData: keepPreviousData, refetchInterval: EVERY_MS }
  const { data, isError, isFetching, refetch } = useQuery(query)
  return (
    <Card aria-labelledby={title} aria-busy={isFetching}>
      <Tabs value={String(span)} onValueChange={(chosen) => setSpan(Number(chosen))}>
        <CardHeader>
          <CardTitle id={title}>From visit to enquiry</CardTitle>
          {data?.since !== undefined && (
            <TabsList aria-label="How many days" className="w-full sm:w-auto">
              {spans.map((days) => (
                <TabsTrigger key={days} value={String(days)}>
                  {days} days
                </TabsTrigger>
              ))}
            </TabsList>
          )}
        </CardHeader>
        {isError && !data && <ErrorState title="The visits could not be loaded." onRetry={() => void refetch()} />}
        {!isError && !data && <Places />}
        {data?.since === undefined && data && <NothingCounted />}
        {data?.since !== undefined && (
          <TabsContent value={String(span)}>
            <Counted visits={data} since={data.since} />
          </TabsContent>
        )}
      </Tabs>
    </Card>
  )
}

function Places() {
  return (
    <div className="px-5 pb-5">
      <Skeleton className="h-64" />
    </div>
  )
}

function NothingCounted() {
  return (
    <p className="px-5 pb-5 text-ink-soft text-sm">
      No visits have been counted yet. Mainstreet's own server counts them where it serves the website; hosted Supabase
      has no such log.
    </p>
  )
}

function Counted({ visits, since }: { visits: Visits; since: string }) {
  const { total, days } = visits
  return (
    <>
      <div className="grid gap-x-10 gap-y-5 px-5 pb-4 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <dl className="grid grid-cols-2 content-start gap-4 sm:grid-cols-4 lg:grid-cols-2">
          <Figure label="Enquiries per visit" className="col-span-full">
            <span className="text-3xl">{rateOf(total)}</span>
          </Figure>
          <Figure label="Visits">{inFigures(total.visits)}</Figure>
          <Figure label="Page views">{inFigures(total.views)}</Figure>
          <Figure label="Calls to action">{inFigures(total.calls)}</Figure>
          <Figure label="Enquiries">{inFigures(total.enquiries)}</Figure>
        </dl>
        <VisitChart days={days} since={since} />
      </div>
      <p className="px-5 pb-4 text-ink-soft text-xs">
        {days.some(({ isCounted }) => !isCounted) && `The sums begin with ${dayName(since)}, when counting began. `}
        Counted from the server's requests, without cookies. Days are those of UTC, and today is not over. A page that a
        browser fetches ahead because somebody points at a link counts as viewed.
      </p>
      <VisitTables {...visits} />
    </>
  )
}

function Figure({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={cn('flex flex-col-reverse justify-end', className)}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="font-semibold text-xl tabular-nums">{children}</dd>
    </div>
  )
}
