import { useState } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { toast } from '../../ui/toast.ts'
import type { ClientDouble } from '../client-choice/client-doubles.ts'
import { useMe } from '../me/me.ts'
import { useWrite } from '../writes/use-write.ts'
import { DeleteEnquiryDialog } from './delete-enquiry-dialog.tsx'
import { type Enquiry, type OpenEnquiry, takerOf } from './enquiry.ts'
import { changeState, makeClient } from './enquiry-mutations.ts'
import { enquiryToasts } from './enquiry-toasts.ts'
import { KnownClientDialog } from './known-client-dialog.tsx'
import type { EnquiryStep } from './next-steps.ts'
import { StepButtons } from './step-buttons.tsx'

/** Shows the person who handles the enquiry, and the next steps. */
export function EnquiryHandling({ enquiry }: { enquiry: OpenEnquiry }) {
  const { id, state, taken_by } = enquiry
  const [offered, setOffered] = useState<ClientDouble>()
  const [leaving, setLeaving] = useState<Enquiry>()
  const [change, isChanging] = useWrite(changeState(id), {
    onSuccess: (_done, { to }) => toast.success(enquiryToasts.moved(to)),
  })
  const [become, isBecoming] = useWrite(makeClient(enquiry), {
    onSuccess(made, { existing }) {
      if ('offered' in made) return setOffered(made.offered)
      setOffered(undefined)
      const { clientCreated, clientLinked } = enquiryToasts
      toast.success(typeof existing === 'string' ? clientCreated : clientLinked)
    },
  })
  const isBusy = isChanging || isBecoming

  function take({ to }: EnquiryStep) {
    if (to === 'client') void become({ existing: 'ask' })
    else void change({ to, seen: { state, taken_by } })
  }

  return (
    <Card aria-label="Handling" aria-busy={isBusy}>
      <CardHeader>
        <CardTitle>Handling</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        <HowItStands enquiry={enquiry} />
        <StepButtons enquiry={enquiry} isBusy={isBusy} onStep={take} onDelete={() => setLeaving(enquiry)} />
      </CardContent>
      <KnownClientDialog
        known={offered}
        isBusy={isBecoming}
        onChoose={(existing) => void become({ existing })}
        onClose={() => setOffered(undefined)}
      />
      <DeleteEnquiryDialog enquiry={leaving} onClose={() => setLeaving(undefined)} />
    </Card>
  )
}

function HowItStands({ enquiry }: { enquiry: Enquiry }) {
  const taker = takerOf(enquiry, useMe().id)
  const { taken_at, answered_at } = enquiry
  const isTaken = taker !== undefined && taken_at !== null
  return (
    <div className="text-ink-soft text-sm">
      {isTaken && (
        <p>
          Assigned to {taker} <TimeAgo moment={taken_at} />.
        </p>
      )}
      {answered_at !== null && (
        <p>
          Answered <TimeAgo moment={answered_at} />.
        </p>
      )}
      {!isTaken && answered_at === null && <p>Not assigned yet.</p>}
    </div>
  )
}
