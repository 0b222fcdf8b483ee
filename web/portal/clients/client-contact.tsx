import { useQuery } from '@tanstack/react-query'
import { CalendarClock, UserRound } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { today } from '../../lib/today.ts'
import { Day } from '../../ui/day.tsx'
import { Detail, UnknownValue } from '../../ui/details.tsx'
import { DayCell } from '../list/day-cell.tsx'
import { staffQuery } from '../people/staff-query.ts'
import { StaffSelect } from '../people/staff-select.tsx'
import { useDialogInAddress } from '../writes/use-new-dialog.ts'
import { useQueuedWrite } from '../writes/use-write.ts'
import { changeClients } from './change-clients.ts'
import type { ListedClient } from './client.ts'
import { ContactDoneDialog } from './contact-done-dialog.tsx'
import { CONTACT_PARAMETER, isContactOver } from './next-contact.ts'

/** Who looks after a client and when it is contacted next, each changed in place. */
export function ClientContact({ client }: { client: ListedClient }) {
  return (
    <>
      <Detail label="Looked after by" Icon={UserRound}>
        <Manager client={client} />
      </Detail>
      <Detail label="Next contact" Icon={CalendarClock}>
        <ContactDay client={client} />
      </Detail>
    </>
  )
}

function Manager({ client: { id, name, agency_id, looked_after_by, manager } }: { client: ListedClient }) {
  const { data: staff = [] } = useQuery(staffQuery([agency_id]))
  const { write, latest, isBusy } = useQueuedWrite(changeClients)
  return (
    <StaffSelect
      aria-label="Looked after by"
      aria-busy={isBusy}
      nobody="Nobody"
      staff={staff}
      assigned={looked_after_by}
      assigneeName={manager?.display_name}
      chosen={latest?.[0]?.to.looked_after_by}
      onAssign={(person) =>
        write([{ id, name, from: { looked_after_by, ...latest?.[0]?.to }, to: { looked_after_by: person } }])
      }
      className="mt-1 h-9 max-w-64"
    />
  )
}

function ContactDay({ client }: { client: ListedClient }) {
  const { write, latest } = useQueuedWrite(changeClients)
  const { id, name } = client
  const stored = { next_contact_on: client.next_contact_on, next_contact_note: client.next_contact_note }
  const shown = { ...stored, ...latest?.[0]?.to }
  const { next_contact_on: day, next_contact_note: note } = shown
  const isOver = isContactOver({ next_contact_on: day }, today())
  const editing = useDialogInAddress(CONTACT_PARAMETER)
  const newNote = useSearchParams()[0].get(CONTACT_PARAMETER)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
      <p className={cn('wrap-anywhere min-w-0', isOver && 'font-medium text-danger')}>
        <DayCell
          label="Next contact"
          editing={editing}
          // A new reason asks for a new day.
          value={newNote ? null : day}
          onChange={(next_contact_on) => {
            // A reason without a day means nothing.
            const next_contact_note = next_contact_on === null ? null : newNote || note
            write([{ id, name, from: shown, to: { next_contact_on, next_contact_note } }])
          }}
        >
          {day ? <Day day={day} /> : <UnknownValue>Not set</UnknownValue>}
          {isOver && <span className="sr-only">, overdue</span>}
        </DayCell>
        {note && `: ${note}`}
      </p>
      <ContactDoneDialog client={client} isPlanned={day !== null} />
    </div>
  )
}
