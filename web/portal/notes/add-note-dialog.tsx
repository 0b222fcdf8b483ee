import { Plus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { useMe } from '../me/me.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { useDialogInAddress } from '../writes/use-new-dialog.ts'
import { noteForm } from './note.ts'
import { NoteFields } from './note-fields.tsx'
import { addNote } from './note-mutations.ts'
import { NOTE_PARAMETER, type Notebook } from './notebook.ts'

const trigger = (
  <Button variant="outline">
    <Plus aria-hidden />
    Add Note
  </Button>
)

/**
 * The dialog for a new note. What was typed survives closing the dialog and the page; only Cancel and success clear it.
 */
export function AddNoteDialog({ notebook }: { notebook: Notebook }) {
  const [isOpen, setOpen] = useDialogInAddress(NOTE_PARAMETER)
  const entity = useEntityForm({
    values: { note_text: '', note_category: 'general' },
    schema: noteForm,
    draft: `new-note/${notebook.key.join('/')}`,
    write: addNote(notebook, useMe().id),
    onDone: () => setOpen(false),
  })
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      onOpenChange={setOpen}
      title="Add Note"
      description="Only your team sees this."
    >
      <EntityForm
        entity={entity}
        onSubmit={entity.save}
        onKeyDown={submitOnCtrlEnter}
        action="Add Note"
        busyAction="Adding..."
      >
        <NoteFields categories={notebook.categories} />
      </EntityForm>
    </FormDialog>
  )
}
