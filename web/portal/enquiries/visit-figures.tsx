import { type ReactNode, useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { formatCount } from '../../lib/formats.ts'
import { CardHeader, CardTitle } from '../../ui/card.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { VisitChart } from './visit-chart.tsx'
import { VisitTables } from './visit-tables.tsx'
import { dayName, rateOf, spans, type Visits } from './visits.ts'

type VisitFiguresProps = { visits: Visits; span: number; onSpan: (span: string) => void }

export function VisitFigures({ visits, span, onSpan }: VisitFiguresProps) {
  const title = useId()
  const { since } = visits
  if (since === undefined) {
    return (
      <p className="border-line border-t px-5 py-4 text-ink-soft text-sm">
        No visits have been counted yet. Mainstreet's own server counts them where it serves the website; hosted
        Supabase has no such log.
      </p>
    )
  }
  return (
    <section aria-labelledby={title} className="border-line border-t">
      <Tabs value={String(span)} onValueChange={onSpan}>
        <CardHeader>
          <CardTitle id={title}>From visit to enquiry</CardTitle>
          <TabsList aria-label="How many days" className="w-full sm:w-auto">
            {spans.map((days) => (
              <TabsTrigger key={days} value={String(days)}>
                {days} days
              </TabsTrigger>
            ))}
          </TabsList>
        </CardHeader>
        <TabsContent value={String(span)}>
          <Counted visits={visits} since={since} />
        </TabsContent>
      </Tabs>
    </section>
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
          <Figure label="Visits">{formatCount(total.visits)}</Figure>
          <Figure label="Page views">{formatCount(total.views)}</Figure>
          <Figure label="Reached the form">{formatCount(total.calls)}</Figure>
          <Figure label="Enquiries">{formatCount(total.enquiries)}</Figure>
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
