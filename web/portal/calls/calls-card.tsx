import { useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import type { Call, CallPartner } from './call.ts'
import { CallDialog } from './call-dialog.tsx'
import { CallItem } from './call-item.tsx'
import { callsQuery } from './call-queries.ts'

/** The number of earlier calls that are listed before the person asks for all. */
const AT_FIRST = 1

/** The calls with somebody, and the button that plans one. */
export default function CallsCard({ partner }: { partner: CallPartner }) {
  const { data, isError, isFetching, refetch } = useQuery(callsQuery(partner))
  const [edited, edit] = useState<Call | 'new'>()
  const [showsAll, showAll] = useState(false)
  const earlier = data?.earlier ?? []
  const calls = [...(data?.planned ?? []), ...earlier.slice(0, showsAll ? undefined : AT_FIRST)]
  return (
    <Card aria-label="Calls" aria-busy={isFetching}>
      <CardHeader>
        <CardTitle>Calls</CardTitle>
        <Button variant="outline" onClick={() => edit('new')}>
          <Phone aria-hidden />
          Call on…
        </Button>
      </CardHeader>
      {calls.length > 0 && (
        <ul>
          {calls.map((call) => (
            <CallItem key={call.id} call={call} partner={partner} onEdit={() => edit(call)} />
          ))}
        </ul>
      )}
      {earlier.length > AT_FIRST && (
        <div className="border-line border-t">
          <Button variant="link" className="px-5" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
            {showsAll ? 'Show Fewer' : 'Earlier Calls'}
          </Button>
        </div>
      )}
      {data === undefined && isError && (
        <ErrorState title="The calls could not be loaded." onRetry={() => void refetch()} />
      )}
      <CallDialog partner={partner} call={edited} onClose={() => edit(undefined)} />
    </Card>
  )
}
