import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { monthName } from '../../for-clients/month-words.ts'
import { formatCount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { monthsToSendQuery } from './month-queries.ts'

/** The number of clients that are listed before the person asks for all. */
const AT_FIRST = 5

/** The clients whose last month is to be mailed. Where there are none, there is no card. */
export default function MonthsToSendCard() {
  const { data, isError, refetch } = useQuery(monthsToSendQuery())
  const [showsAll, showAll] = useState(false)
  if (data === undefined && isError) {
    return (
      <Card aria-label="Months to Send">
        <ErrorState title="The months to send could not be loaded." onRetry={() => void refetch()} />
      </Card>
    )
  }
  if (data === undefined || data.count === 0) return null
  const { rows, count } = data
  return (
    <Card aria-label="Months to Send">
      <CardHeader>
        <CardTitle>Months to Send</CardTitle>
      </CardHeader>
      <ul className="pb-2">
        {rows.slice(0, showsAll ? undefined : AT_FIRST).map(({ client_id, name, month }) => (
          <li key={client_id}>
            <Link
              to={`/dashboard/clients/${client_id}?month=${month.slice(0, 7)}`}
              className="flex min-h-11 items-center justify-between gap-3 px-5 py-2 text-sm/5 hover:bg-paper focus-visible:-outline-offset-2 lg:min-h-9"
            >
              <span className="wrap-anywhere font-semibold">{name}</span>
              <span className="shrink-0 text-ink-soft">{monthName(month)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {count > AT_FIRST && (
        <div className="border-line border-t">
          <Button variant="link" className="px-5" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
            {showsAll ? 'Show Fewer' : `Show All (${formatCount(count)})`}
          </Button>
        </div>
      )}
      {showsAll && count > rows.length && (
        <p className="px-5 pb-3 text-ink-soft text-sm">The first {rows.length} are listed.</p>
      )}
    </Card>
  )
}
