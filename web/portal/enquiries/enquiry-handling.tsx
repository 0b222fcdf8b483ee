import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import { useWrite } from '../editing/use-write.ts'
import { useMe } from '../me/me.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { catalogue } from '../toast-catalogue.ts'
import { DeleteEnquiryDialog } from './delete-enquiry-dialog.tsx'
import { type Enquiry, takerOf } from './enquiry.ts'
import { changeState, type KnownClient, makeClient } from './enquiry-mutations.ts'
import { enquiryQuery } from './enquiry-queries.ts'
import { Ago } from './enquiry-times.tsx'
import { KnownClientDialog } from './known-client-dialog.tsx'
import { nextSteps, type Step } from './next-steps.ts'
import { mayDelete } from './use-enquiries-access.ts'

/** Who deals with it, and what can be done next. */
export function EnquiryHandling({ enquiry }: { enquiry: Enquiry }) {
  const { id, state, taken_by } = enquiry
  const [offered, setOffered] = useState<KnownClient>()
  const [leaving, setLeaving] = useState<Enquiry>()
  const held = useMyRoles() ?? []
  const [change, isChanging] = useWrite(changeState(id), {
    onSuccess: (_done, { to }) => toast.success(catalogue.enquiries.moved(to)),
  })
  const [become, isBecoming] = useWrite(makeClient(enquiry), {
    onSuccess(made, { existing }) {
      if ('offered' in made) return setOffered(made.offered)
      setOffered(undefined)
      const { clientCreated, clientLinked } = catalogue.enquiries
      toast.success(typeof existing === 'string' ? clientCreated : clientLinked)
    },
  })
  const isBusy = isChanging || isBecoming
  const group = useFocusInside(isBusy)

  function take({ to }: Step) {
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
        <div ref={group} className="grid grid-cols-1 gap-2">
          <ClientLink enquiry={enquiry} />
          {nextSteps(enquiry).map((step) => (
            <Button
              key={step.to}
              variant={step.isNext ? 'primary' : 'outline'}
              disabled={isBusy}
              onClick={() => take(step)}
            >
              {step.label}
            </Button>
          ))}
          {mayDelete(held) && (
            <Button
              variant="ghost"
              disabled={isBusy}
              className="text-ink-soft hover:bg-danger-wash hover:text-danger"
              onClick={() => setLeaving(enquiry)}
            >
              <Trash2 aria-hidden />
              Delete
            </Button>
          )}
        </div>
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
  const { taken_at, answered_at, state } = enquiry
  const lines: ReactNode[] = []
  if (taker !== undefined && taken_at !== null) {
    lines.push(
      <>
        {taker} took it <Ago moment={taken_at} />.
      </>,
    )
  }
  if (answered_at !== null && state !== 'new') {
    lines.push(
      <>
        Answered <Ago moment={answered_at} />.
      </>,
    )
  }
  return (
    <p className="text-ink-soft text-sm">
      {lines.length === 0
        ? 'Nobody has taken it yet.'
        : lines.map((line, index) => <Line key={lineKeys[index]}>{line}</Line>)}
    </p>
  )
}

const lineKeys = ['taken', 'answered']
const Line = ({ children }: { children: ReactNode }) => <span className="block">{children}</span>

/** The client that it became. */
function ClientLink({ enquiry }: { enquiry: Enquiry }) {
  const { data } = useQuery(enquiryQuery(enquiry.id))
  if (enquiry.client_id === null) return null
  return (
    <Button asChild>
      <Link to={`/dashboard/clients/${enquiry.client_id}`}>Open {data?.clients?.name ?? 'client'}</Link>
    </Button>
  )
}

/** A button that was pressed is disabled, and gone afterwards: the focus stays with what can be done next. */
function useFocusInside(isBusy: boolean) {
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isBusy) return
    return () => {
      if (document.activeElement !== document.body) return
      group.current?.querySelector<HTMLElement>('a, button:not(:disabled)')?.focus({ preventScroll: true })
    }
  }, [isBusy])
  return group
}
