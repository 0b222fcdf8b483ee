import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { hasNumber, isOver, type PlanMonth, sayCounted } from '../../for-clients/plan-month.ts'
import { cn } from '../../lib/cn.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Day } from '../../ui/day.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { sayDaysLeft, utcToday } from './month.ts'
import { type ClientPlan, downgradeFrom } from './plan.ts'
import { countedUpdatesQuery, planMonthsQuery } from './plan-queries.ts'

type PlanCardProps = { client: ClientPlan & { id: string } }

/** The content updates of a client's plan in this month. A client who never had a plan has no card. */
export function PlanCard({ client }: PlanCardProps) {
  const { data: months, isError, refetch } = useQuery(planMonthsQuery(client.id))
  const [current, ...earlier] = months ?? []
  if (months === undefined && isError) {
    return (
      <Card aria-label="This Month">
        <ErrorState title="This month could not be loaded." onRetry={() => void refetch()} />
      </Card>
    )
  }
  // Where nothing has counted and there is no plan, nothing is missing.
  if (current === undefined || (client.plan === null && current.plans.length + current.counted === 0)) return null
  return (
    <Card aria-label="This Month">
      <CardHeader>
        <CardTitle>This Month</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-3">
        <div className="grid gap-1">
          <p className="tabular-nums">
            <Counted month={current} className="font-semibold" />
            {hasNumber(current) && `, ${sayDaysLeft(utcToday())}`}
          </p>
          <AboutPlan client={client} held={current.plans} />
        </div>
        {current.counted > 0 && <CountedUpdates clientId={client.id} month={current.month} />}
        <details>
          <summary className="cursor-pointer font-medium text-ink-soft text-sm hover:text-ink">Earlier Months</summary>
          <dl className="mt-2 grid gap-1 text-sm tabular-nums">
            {earlier.map((month) => (
              <div key={month.month} className="flex flex-wrap justify-between gap-x-3">
                <dt className="text-ink-soft">{monthName(month.month)}</dt>
                <dd>
                  <Counted month={month} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </CardContent>
    </Card>
  )
}

function Counted({ month, className }: { month: PlanMonth; className?: string }) {
  return <span className={cn(isOver(month) && 'text-warning', className)}>{sayCounted(month)}</span>
}

/** The plan and its first day, when the terms allow a smaller one, and the plans that it replaced in this month. */
function AboutPlan({ client, held }: { client: ClientPlan; held: readonly string[] }) {
  const { plan, plan_since } = client
  const before = held.filter((name, index) => name !== plan && held.indexOf(name) === index)
  const today = utcToday()
  const downgrade = downgradeFrom(client, today)
  return (
    <p className="wrap-anywhere text-ink-soft text-sm">
      {plan ?? 'No plan'}
      {plan_since && (
        <>
          {plan_since > today ? ' from ' : ' since '}
          <Day day={plan_since} />
        </>
      )}
      {before.length > 0 && `, ${before.join(' and ')} before`}
      {downgrade && (
        <>
          {' · downgrade from '}
          <Day day={downgrade} /> on
        </>
      )}
    </p>
  )
}

function CountedUpdates({ clientId, month }: { clientId: string; month: string }) {
  const { data: updates = [] } = useQuery(countedUpdatesQuery(clientId, month))
  return (
    <ul aria-label="What counted" className="grid grid-cols-1 gap-1 text-sm">
      {updates.map(({ id, title, created_at, project_id }) => (
        <li key={id} className="flex justify-between gap-3">
          <Link
            to={`/dashboard/projects/${project_id}`}
            title={title}
            className="min-w-0 truncate underline underline-offset-2"
          >
            {title}
          </Link>
          {/* The day in UTC, which decides on the month. */}
          <span className="shrink-0 text-ink-soft tabular-nums">
            <Day day={created_at.slice(0, 10)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const monthName = (month: string) => monthFormat.format(new Date(month))
