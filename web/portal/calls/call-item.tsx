import { useState } from 'react'
import { formatMoment } from '../../lib/formats.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import { type Call, type CallPartner, hasBegun } from './call.ts'
import { cancelCall, noteCall } from './call-mutations.ts'
import { myTimeZone, wallTimeOf } from './wall-time.ts'

type CallItemProps = { call: Call; partner: CallPartner; onEdit: () => void }

/** A call: when, with whom, and what can be done with it. */
export function CallItem({ call, partner, onEdit }: CallItemProps) {
  const begun = hasBegun(call, useNow())
  const when = formatMoment(call.starts_at)
  return (
    <li className="grid gap-1.5 border-line border-t px-5 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium text-[0.9375rem]">{when}</span>
        {call.state !== 'planned' && (
          <Badge tone={tones[call.state] ?? 'grey'}>{labels[call.state] ?? call.state}</Badge>
        )}
      </p>
      <p className="wrap-anywhere text-ink-soft">
        {[theirTime(call), `${call.minutes} minutes`, call.staff_id && nameOf(call.staff)].filter(Boolean).join(' · ')}
      </p>
      {call.note && <p className="wrap-anywhere whitespace-pre-wrap text-ink-soft">{call.note}</p>}
      {call.state === 'planned' && !begun && <Ahead call={call} when={when} partner={partner} onEdit={onEdit} />}
      {call.state !== 'cancelled' && begun && <Outcome call={call} when={when} />}
    </li>
  )
}

const labels: Record<string, string> = { came: 'They came', 'did not come': 'Did not come', cancelled: 'Cancelled' }
const tones: Record<string, 'green' | 'grey'> = { came: 'green' }

/** The time in the zone in which it was agreed, where that is not the reader's. */
function theirTime({ starts_at, time_zone }: Call): string | undefined {
  if (time_zone === myTimeZone()) return undefined
  const [mine, theirs] = [wallTimeOf(starts_at, myTimeZone()), wallTimeOf(starts_at, time_zone)]
  if (mine.day === theirs.day && mine.time === theirs.time) return undefined
  return `${theirs.time} in ${time_zone.replaceAll('_', ' ')}`
}

type AheadProps = CallItemProps & { when: string }

function Ahead({ call, when, partner, onEdit }: AheadProps) {
  const [asks, ask] = useState(false)
  const [cancel, isCancelling] = useWrite(cancelCall(call), { onSettled: () => ask(false) })
  return (
    <div className="flex flex-wrap gap-x-4">
      <Button variant="link" className="h-9 px-0" onClick={onEdit} aria-label={`Change the call of ${when}`}>
        Change
      </Button>
      <Button variant="link" className="h-9 px-0" onClick={() => ask(true)} aria-label={`Cancel Call of ${when}`}>
        Cancel Call
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={ask}
        title="Cancel the call?"
        description={
          partner.email === null
            ? 'There is no email address. Tell them yourself.'
            : `${partner.email} is told by email, and it leaves their calendar.`
        }
        action="Cancel Call"
        busyAction="Cancelling..."
        isBusy={isCancelling}
        onConfirm={() => void cancel()}
      />
    </div>
  )
}

/** Asks whether the call took place; the other answer can be given later. */
function Outcome({ call, when }: { call: Call; when: string }) {
  const [note, isBusy] = useWrite(noteCall(call))
  const answer = (state: 'came' | 'did not come', words: string) =>
    call.state !== state && (
      <Button
        variant={call.state === 'planned' ? 'outline' : 'link'}
        className={call.state === 'planned' ? 'h-9 px-3 text-sm' : 'h-9 px-0'}
        disabled={isBusy}
        onClick={() => void note(state)}
        aria-label={`${words}: ${when}`}
      >
        {words}
      </Button>
    )
  return (
    <div className="flex flex-wrap gap-2">
      {answer('came', 'They came')}
      {answer('did not come', 'Did not come')}
    </div>
  )
}
