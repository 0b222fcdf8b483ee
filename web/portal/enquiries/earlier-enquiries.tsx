import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { type Enquiry, serviceLabel } from './enquiry.ts'
import { earlierQuery } from './enquiry-queries.ts'
import { StateBadge } from './state-badge.tsx'

/** Earlier enquiries from the same address. Nothing is shown for a person who writes for the first time. */
export function EarlierEnquiries({ enquiry }: { enquiry: Enquiry }) {
  const id = useId()
  const { data = [], isError, refetch } = useQuery(earlierQuery(enquiry))
  if (data.length === 0 && !isError) return null
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Earlier from this address</CardTitle>
      </CardHeader>
      {isError && <ErrorState title="Earlier messages could not be loaded." onRetry={() => void refetch()} />}
      <ul>
        {data.map(({ id: earlier, created_at, service, message, ...state }) => (
          <li key={earlier} className="border-line border-t px-5 py-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                to={`/dashboard/enquiries/${earlier}`}
                className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink"
              >
                {serviceLabel({ service })}
              </Link>
              <StateBadge enquiry={state} />
              <span className="ml-auto text-ink-soft text-sm">
                <TimeAgo moment={created_at} />
              </span>
            </div>
            {message?.trim() && (
              <p className="wrap-anywhere mt-1.5 line-clamp-4 max-w-[68ch] whitespace-pre-wrap text-ink-soft">
                {message.trim()}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
