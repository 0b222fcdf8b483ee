import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { isOpen } from './client-request.ts'
import { RequestItem } from './request-item.tsx'
import { requestsQuery } from './request-queries.ts'

/** What a client asked for on their page. A client who never asked has no card. */
export function RequestsCard({ clientId }: { clientId: string }) {
  const { data: requests, isError, isFetching, refetch } = useQuery(requestsQuery(clientId))
  const [showsAll, showAll] = useState(false)
  if (requests === undefined && isError) {
    return (
      <Card aria-label="Asked for">
        <ErrorState title="What the client asked for could not be loaded." onRetry={() => void refetch()} />
      </Card>
    )
  }
  if (requests === undefined || requests.length === 0) return null
  const open = requests.filter(isOpen)
  return (
    <Card aria-label="Asked for" aria-busy={isFetching}>
      <CardHeader>
        <CardTitle>Asked for</CardTitle>
      </CardHeader>
      <ul>
        {(showsAll ? requests : open).map((request) => (
          <RequestItem key={request.id} request={request} />
        ))}
      </ul>
      {requests.length > open.length && (
        <div className="border-line border-t">
          <Button variant="link" className="px-5" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
            {showsAll ? 'Show Fewer' : `Show All (${requests.length})`}
          </Button>
        </div>
      )}
    </Card>
  )
}
