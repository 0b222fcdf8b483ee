import { useState } from 'react'
import { toVisibleLine } from '../../lib/visible-text.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useBusyDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useWrite, type Write } from '../writes/use-write.ts'
import type { ErasingSubject } from './erasing-mutations.ts'

/** What goes with a subject of each kind, after its name. */
const goes = {
  client:
    'goes with its people, projects, updates, notes, files, links and requests, with the enquiries and mails of its ' +
    'addresses, and with what of all this could still be brought back.',
  person:
    'goes with their links, and with the enquiries and mails of an address that is theirs alone. What they answered ' +
    'and asked for stays, without their name.',
}

type EraseDialogProps = {
  /** The subject to erase; the dialog is open while there is one. */
  subject: ErasingSubject | undefined
  write: Write<ErasingSubject>
  onClose: () => void
}

/** The dialog before an erasure, which asks for the name of what is erased. */
export default function EraseDialog({ subject, write, onClose }: EraseDialogProps) {
  return (
    <FormDialog
      isOpen={subject !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Erase for Good"
      description={
        subject && (
          <>
            <strong>{subject.name}</strong> {goes[subject.kind]} Nobody can undo this.
          </>
        )
      }
    >
      {subject && <EraseForm subject={subject} write={write} onClose={onClose} />}
    </FormDialog>
  )
}

function EraseForm({ subject, write, onClose }: EraseDialogProps & { subject: ErasingSubject }) {
  const [typed, type] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [erase, isBusy] = useWrite(write, { onSuccess: onClose })
  useBusyDialog(isBusy)
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (toVisibleLine(typed) === toVisibleLine(subject.name)) void erase(subject)
        else setWrong(true)
      }}
    >
      <Field
        label={`To confirm, type the name of the ${subject.kind}`}
        error={isWrong ? `Type it as it is: ${subject.name}` : undefined}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => {
              type(target.value)
              setWrong(false)
            }}
          />
        )}
      </Field>
      <DialogFooter className="pt-1">
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" disabled={isBusy}>
          {isBusy ? 'Erasing...' : 'Erase for Good'}
        </Button>
      </DialogFooter>
    </form>
  )
}
