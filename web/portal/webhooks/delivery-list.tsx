import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useWrite } from '../writes/use-write.ts'
import { eventLabel, stateOf, type WebhookDelivery } from './webhook.ts'
import { sendEventAgain } from './webhook-mutations.ts'
import { deliveriesQuery } from './webhook-queries.ts'

/** The newest events of a webhook with the last answers of its receiver. */
export function DeliveryList({ webhookId }: { webhookId: string }) {
  const { data: deliveries, isError, refetch } = useQuery(deliveriesQuery(webhookId))
  if (!deliveries && isError)
    return <ErrorState title="The events could not be loaded." onRetry={() => void refetch()} />
  if (!deliveries) return <Skeleton className="h-12" />
  if (deliveries.length === 0) return <p className="text-ink-soft text-sm">No events yet.</p>
  return (
    <ul className="grid max-h-96 gap-2 overflow-y-auto text-sm">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  )
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const [send, isBusy] = useWrite(sendEventAgain)
  const { id, type, created_at, last_status, last_answer } = delivery
  const answer = [last_status, last_answer].filter((part) => part !== null).join(' ')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
      <p>
        {eventLabel(type)} · {stateOf(delivery)} · <TimeAgo moment={created_at} />
      </p>
      <Button variant="link" className="px-0" disabled={isBusy} onClick={() => void send(id)}>
        Send Again
      </Button>
      {answer !== '' && <p className="wrap-anywhere col-span-full line-clamp-3 text-ink-soft">{answer}</p>}
    </li>
  )
}
