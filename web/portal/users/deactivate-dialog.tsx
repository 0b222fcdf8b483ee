import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { LeaversListLink } from '../people/leavers-list-link.tsx'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import { assignedQuery, successorsQuery } from './assigned-queries.ts'
import type { User } from './user.ts'
import { deactivate } from './user-mutations.ts'

type DeactivateDialogProps = {
  /** The person to deactivate; the dialog is open while there is one. */
  user: User | undefined
  mayReassign: boolean
  onClose: () => void
}

/** The dialog that asks before a person is deactivated, and lists the projects assigned to them. */
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
          <AssignedProjects user={leaver} mayReassign={mayReassign} reassignTo={reassignTo} onChoose={setReassignTo} />
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

type AssignedProjectsProps = {
  user: User
  mayReassign: boolean
  reassignTo: string
  onChoose: (id: string) => void
}

function AssignedProjects({ user, mayReassign, reassignTo, onChoose }: AssignedProjectsProps) {
  const { data, isError } = useQuery(assignedQuery(user.id))
  if (isError) return <p className="text-ink-soft">Their projects could not be loaded.</p>
  if (!data) return <p className="text-ink-soft">Looking for their projects...</p>
  if (data.count === 0) return <p className="text-ink-soft">No open project is assigned to them.</p>

  const further = data.count - data.projects.length
  return (
    <>
      <section className="grid gap-1.5">
        <h3 className="font-medium text-sm">
          {data.count === 1 ? 'One open project' : `${data.count} open projects`}
          {reassignTo === '' ? ' stay assigned to them' : ' go to someone else'}
        </h3>
        <ul className="grid list-inside list-disc gap-0.5 wrap-anywhere text-ink-soft text-sm">
          {data.projects.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {further > 0 && <li>and {further} more</li>}
        </ul>
        {!mayReassign && <p className="text-ink-soft text-sm">A super admin can reassign them.</p>}
      </section>
      {mayReassign && <Successor user={user} chosen={reassignTo} onChoose={onChoose} />}
    </>
  )
}

function Successor({ user, chosen, onChoose }: { user: User; chosen: string; onChoose: (id: string) => void }) {
  const { data: colleagues = [] } = useQuery(successorsQuery(user))
  return (
    <Field label="Reassign them to">
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
