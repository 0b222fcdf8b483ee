import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

// One script for both, since the HTML of each page of the portal names every script.
const load = () => import('./program-doors.ts')
const WebhookList = lazy(async () => ({ default: (await load()).WebhookList }))
const KeyList = lazy(async () => ({ default: (await load()).KeyList }))

const doors = [
  { about: 'Webhooks tell other programs what happens in your agency.', action: 'Show Webhooks', List: WebhookList },
  {
    about: 'Keys let other programs read and add what your agency works on, and nothing else.',
    action: 'Show Keys',
    List: KeyList,
  },
]

/** The doors for other programs, each loaded when an admin asks for it. */
export function ForProgramsCard({ agencyId }: { agencyId: string }) {
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle id={titleId}>For Programs</CardTitle>
      </CardHeader>
      <div>
        {doors.map((door) => (
          <Door key={door.action} {...door} agencyId={agencyId} />
        ))}
      </div>
    </Card>
  )
}

function Door({ about, action, List, agencyId }: (typeof doors)[number] & { agencyId: string }) {
  const [isShown, show] = useState(false)
  return (
    <div className="border-line not-first:border-t not-first:pt-5">
      <CardContent className="grid justify-items-start gap-3 text-ink-soft text-sm">
        {about}
        {!isShown && (
          <Button variant="outline" onClick={() => show(true)}>
            {action}
          </Button>
        )}
      </CardContent>
      {isShown && (
        <Suspense fallback={<Skeleton className="mx-5 mb-5 h-12" />}>
          <List agencyId={agencyId} />
        </Suspense>
      )}
    </div>
  )
}
