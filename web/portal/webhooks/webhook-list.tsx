import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CardContent } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { Webhook } from './webhook.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookItem } from './webhook-item.tsx'
import { deleteWebhook } from './webhook-mutations.ts'
import { webhooksQuery } from './webhook-queries.ts'

/** The button that showed the list has disappeared with the focus. */
function takeLostFocus(list: HTMLElement | null) {
  if (document.activeElement === document.body) list?.focus({ preventScroll: true })
}

/** The webhooks of an agency, for its admins (docs/specification/webhooks.md). */
export function WebhookList({ agencyId }: { agencyId: string }) {
  const { data: webhooks, isError, refetch } = useQuery(webhooksQuery(agencyId))
  const [edited, setEdited] = useState<Webhook | 'new'>()
  const [leaving, setLeaving] = useState<Webhook>()
  const [remove, isBusy] = useWrite(deleteWebhook, { onSettled: () => setLeaving(undefined) })

  if (!webhooks && isError)
    return <ErrorState title="The webhooks could not be loaded." onRetry={() => void refetch()} />
  if (!webhooks) return <Skeleton className="mx-5 mb-5 h-12" />
  return (
    <>
      {webhooks.length === 0 && <CardContent className="text-ink-soft text-sm">No webhooks yet.</CardContent>}
      <ul tabIndex={-1} ref={takeLostFocus}>
        {webhooks.map((webhook) => (
          <WebhookItem
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setEdited(webhook)}
            onDelete={() => setLeaving(webhook)}
          />
        ))}
      </ul>
      <div className="border-line border-t px-5 py-3">
        <Button variant="outline" onClick={() => setEdited('new')}>
          <Plus aria-hidden />
          Add Webhook
        </Button>
      </div>
      <WebhookDialog agencyId={agencyId} webhook={edited} onClose={() => setEdited(undefined)} />
      <DeleteDialog
        item={leaving}
        title="Delete webhook?"
        describe={({ name }) => `“${name}” is told nothing more. What waits for it is deleted too.`}
        isBusy={isBusy}
        onDelete={({ id }) => void remove(id)}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}
