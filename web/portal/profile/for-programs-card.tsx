import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const WebhookList = lazy(() => import('../webhooks/webhook-list.tsx'))

/** The doors for other programs, loaded when an admin asks for them. */
export function ForProgramsCard({ agencyId }: { agencyId: string }) {
  const titleId = useId()
  const [isShown, show] = useState(false)
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle id={titleId}>For Programs</CardTitle>
      </CardHeader>
      <CardContent className="grid justify-items-start gap-3 text-ink-soft text-sm">
        Webhooks tell other programs what happens in your agency.
        {!isShown && (
          <Button variant="outline" onClick={() => show(true)}>
            Show Webhooks
          </Button>
        )}
      </CardContent>
      {isShown && (
        <Suspense fallback={<Skeleton className="mx-5 mb-5 h-12" />}>
          <WebhookList agencyId={agencyId} />
        </Suspense>
      )}
    </Card>
  )
}
