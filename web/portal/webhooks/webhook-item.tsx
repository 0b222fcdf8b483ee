import { Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useWrite } from '../writes/use-write.ts'
import { DeliveryList } from './delivery-list.tsx'
import { eventLabel, pauseOf, type Webhook } from './webhook.ts'
import { pauseWebhook, testWebhook } from './webhook-mutations.ts'

type WebhookItemProps = { webhook: Webhook; onEdit: () => void; onDelete: () => void }

export function WebhookItem({ webhook, onEdit, onDelete }: WebhookItemProps) {
  const { id, name, url, events } = webhook
  const [showsDeliveries, showDeliveries] = useState(false)
  const [pause, isPausing] = useWrite(pauseWebhook(id))
  const [test, isTesting] = useWrite(testWebhook)
  const sendTest = async () => {
    showDeliveries(true)
    await test(id)
  }
  return (
    <li className="grid gap-2 border-line border-t px-5 py-3">
      <div className="flex items-center gap-3">
        <p className="wrap-anywhere min-w-0 grow font-medium text-[0.9375rem]">{name}</p>
        <Switch
          aria-label={`Tell ${name}`}
          checked={!webhook.is_paused}
          disabled={isPausing}
          onCheckedChange={(isOn) => void pause(!isOn)}
        />
      </div>
      <div className="text-ink-soft text-sm">
        <p className="wrap-anywhere">{new URL(url).host}</p>
        <p className={webhook.paused_because ? 'text-danger' : undefined}>
          {pauseOf(webhook) ?? events.map(eventLabel).join(', ')}
        </p>
      </div>
      <div className="-ml-2.5 flex flex-wrap items-center gap-x-1">
        <Button
          variant="ghost"
          className="px-2.5 text-sm"
          aria-expanded={showsDeliveries}
          aria-label={`Events of ${name}`}
          onClick={() => showDeliveries(!showsDeliveries)}
        >
          Events
        </Button>
        <Button
          variant="ghost"
          className="px-2.5 text-sm"
          aria-label={`Send Test to ${name}`}
          disabled={isTesting}
          onClick={() => void sendTest()}
        >
          <Send aria-hidden />
          Send Test
        </Button>
        <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} title={`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
        <DeleteButton label={`Delete ${name}`} onClick={onDelete} />
      </div>
      {showsDeliveries && <DeliveryList webhookId={id} />}
    </li>
  )
}
