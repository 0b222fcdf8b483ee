import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import type { OpenEnquiry } from './enquiry.ts'
import { type EnquiryStep, nextSteps } from './next-steps.ts'
import { REPLY } from './reply.ts'
import { mayDelete } from './use-enquiries-access.ts'

type StepButtonsProps = {
  enquiry: OpenEnquiry
  isBusy: boolean
  onStep: (step: EnquiryStep) => void
  onDelete: () => void
}

/** The likely step has the full width; the others stand two by two below it. */
export function StepButtons({ enquiry, isBusy, onStep, onDelete }: StepButtonsProps) {
  const group = useFocusInside(isBusy)
  const held = useMyRoles() ?? []
  const steps = nextSteps(enquiry)
  const next = useFocusWhenReplied(steps.find(({ isNext }) => isNext))
  const others = steps.filter(({ isNext }) => !isNext)
  const lonely = others.length % 2 === 1 ? others.at(-1) : undefined

  return (
    <div ref={group} className="grid grid-cols-2 gap-2">
      {enquiry.client_id !== null && (
        <Button asChild className="wrap-anywhere col-span-2 shrink">
          <Link to={`/dashboard/clients/${enquiry.client_id}`}>Open {enquiry.clients?.name ?? 'client'}</Link>
        </Button>
      )}
      {steps.map((step) => (
        <Button
          key={step.to}
          ref={step.isNext && next}
          variant={step.isNext ? 'primary' : 'outline'}
          disabled={isBusy}
          className={cn((step.isNext || step === lonely) && 'col-span-2')}
          onClick={() => onStep(step)}
        >
          {step.label}
        </Button>
      ))}
      {mayDelete(held) && (
        <Button
          variant="ghost"
          disabled={isBusy}
          className="col-span-2 text-ink-soft hover:bg-danger-wash hover:text-danger"
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
          Delete
        </Button>
      )}
    </div>
  )
}

/** Focuses the likely step when a person comes here to reply, for the moment when the mail is written. */
function useFocusWhenReplied(next: EnquiryStep | undefined) {
  const button = useRef<HTMLButtonElement>(null)
  const [address] = useSearchParams()
  const isReplying = address.has(REPLY)
  useEffect(() => {
    if (isReplying && next) button.current?.focus()
  }, [isReplying, next])
  return button
}

/** Moves the focus to the next step: the button that was pressed is disabled, and gone afterwards. */
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
