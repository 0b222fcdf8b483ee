import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { LeaversListLink } from '../people/leavers-list-link.tsx'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import { assignedQuery, clientsOfQuery, openStepsQuery, successorsQuery } from './assigned-queries.ts'
import { SharedEntriesNote } from './shared-entries-note.tsx'
import type { User } from './user.ts'
import { deactivate } from './user-mutations.ts'

type DeactivateDialogProps = {
  /** The person to deactivate; the dialog is open while there is one. */
  user: User | undefined
  mayReassign: boolean
  onClose: () => void
}

/** The dialog that asks before a person is deactivated, and lists the work assigned to them. */
export function DeactivateDialog({ user, mayReassign, onClose }: DeactivateDialogProps) {
  // The last person is kept so that the text stays while the dialog fades out.
  const shown = useRef(user)
  shown.current = user ?? shown.current
  const returnFocus = useFocusAfterDialog()
  const [reassignTo, setReassignTo] = useState('')
  const [shutOut, isBusy] = useWrite(deactivate, { onSuccess: close })

  function close() {
    setReassignTo('')
    onClose()
  }

  const leaver = shown.current
  return (
    <Dialog open={user !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && close()}>
      {leaver && (
        <DialogContent
          {...returnFocus}
          title={`Deactivate ${nameOf(leaver)}?`}
          description="They are signed out everywhere and can’t sign in until you bring them back. Their work stays."
        >
          {leaver.agency_id !== null && <LeaversListLink leaving={{ person: leaver.id, agency: leaver.agency_id }} />}
          <AssignedWork user={leaver} mayReassign={mayReassign} reassignTo={reassignTo} onChoose={setReassignTo} />
          <OpenStepsNote userId={leaver.id} />
          {leaver.agency_id !== null && <SharedEntriesNote leaving={{ person: leaver.id, agency: leaver.agency_id }} />}
          <DialogFooter>
            <Button variant="outline" disabled={isBusy} onClick={close}>
              Cancel
            </Button>
            <Button
              variant="danger"
              disabled={isBusy}
              onClick={() => void shutOut({ person: leaver.id, ...(reassignTo && { reassign_to: reassignTo }) })}
            >
              {isBusy ? 'Deactivating...' : 'Deactivate'}
            </Button>
          </DialogFooter>
        </DialogContent>
      )}
    </Dialog>
  )
}

type AssignedWorkProps = {
  user: User
  mayReassign: boolean
  reassignTo: string
  onChoose: (id: string) => void
}

/** The open projects and the clients of a person, and the colleague who takes them over. */
function AssignedWork({ user, mayReassign, reassignTo, onChoose }: AssignedWorkProps) {
  const projects = useQuery(assignedQuery(user.id))
  const clients = useQuery(clientsOfQuery(user.id))
  if (projects.isError || clients.isError) return <p className="text-ink-soft">Their projects could not be loaded.</p>
  if (!projects.data || clients.data === undefined) {
    return <p className="text-ink-soft">Looking for their projects...</p>
  }
  const isHandedOver = reassignTo !== ''
  const hasProjects = projects.data.count > 0
  const label = hasProjects && !mayReassign ? 'Hand their clients over to' : 'Reassign them to'
  return (
    <>
      <AssignedProjects {...projects.data} isHandedOver={isHandedOver && mayReassign} mayReassign={mayReassign} />
      {clients.data > 0 && (
        <p className="font-medium text-sm">
          {clients.data === 1 ? 'One client' : `${formatCount(clients.data)} clients`}
          {isHandedOver ? ' will be looked after by someone else' : ' stay looked after by them'}
        </p>
      )}
      {((hasProjects && mayReassign) || clients.data > 0) && (
        <Successor user={user} label={label} chosen={reassignTo} onChoose={onChoose} />
      )}
    </>
  )
}

type AssignedProjectsProps = {
  projects: readonly { id: string; name: string }[]
  count: number
  isHandedOver: boolean
  mayReassign: boolean
}

function AssignedProjects({ projects, count, isHandedOver, mayReassign }: AssignedProjectsProps) {
  if (count === 0) return <p className="text-ink-soft">No open project is assigned to them.</p>
  const further = count - projects.length
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium text-sm">
        {count === 1 ? 'One open project' : `${count} open projects`}
        {isHandedOver ? ' go to someone else' : ' stay assigned to them'}
      </h3>
      <ul className="grid list-inside list-disc gap-0.5 wrap-anywhere text-ink-soft text-sm">
        {projects.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {further > 0 && <li>and {further} more</li>}
      </ul>
      {!mayReassign && <p className="text-ink-soft text-sm">A super admin can reassign them.</p>}
    </section>
  )
}

type SuccessorProps = { user: User; label: string; chosen: string; onChoose: (id: string) => void }

function Successor({ user, label, chosen, onChoose }: SuccessorProps) {
  const { data: colleagues = [] } = useQuery(successorsQuery(user))
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={chosen} onChange={({ target }) => onChoose(target.value)}>
          <option value="">Nobody (they stay assigned)</option>
          {colleagues.map((colleague) => (
            <option key={colleague.id} value={colleague.id}>
              {nameOf(colleague)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** How many open steps of a person who is deactivated will be assigned to nobody; nothing where there are none. */
function OpenStepsNote({ userId }: { userId: string }) {
  const { data: count, isError } = useQuery(openStepsQuery(userId))
  if (isError) return <p className="text-ink-soft">Their steps could not be loaded.</p>
  if (!count) return null
  return (
    <p className="font-medium text-sm">
      {count === 1 ? 'One open step' : `${formatCount(count)} open steps`} will be assigned to nobody
    </p>
  )
}
