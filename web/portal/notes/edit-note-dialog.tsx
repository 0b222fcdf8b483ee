import { FormDialog } from '../../ui/form-dialog.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { noteChangesForm, type SignedNote, type TypedNote } from './note.ts'
import { NoteFields } from './note-fields.tsx'
import { changeNote } from './note-mutations.ts'
import type { Notebook } from './notebook.ts'

type EditNoteDialogProps = { notebook: Notebook; note: SignedNote | undefined; onClose: () => void }

export function EditNoteDialog({ notebook, note, onClose }: EditNoteDialogProps) {
  return (
    <FormDialog
      isOpen={note !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Edit Note"
      description="Only your team sees this."
    >
      {note && <EditNoteForm notebook={notebook} note={note} onDone={onClose} />}
    </FormDialog>
  )
}

const typedOf = ({ note_text, note_category, edited_at }: SignedNote): TypedNote => ({
  note_text,
  note_category: note_category ?? '',
  seen: edited_at,
})

type EditNoteFormProps = { notebook: Notebook; note: SignedNote; onDone: () => void }

/**
 * The form to edit a note. What was typed survives closing the dialog and the page; only Cancel and success clear it.
 */
function EditNoteForm({ notebook, note, onDone }: EditNoteFormProps) {
  const entity = useEntityForm({
    values: typedOf(note),
    schema: noteChangesForm,
    draft: `note/${note.id}`,
    write: changeNote(notebook, note.id),
    version: note.edited_at,
    onDone,
  })
  return (
    <EntityForm
      entity={entity}
      thing="note"
      isOwn
      onSubmit={entity.save}
      onKeyDown={submitOnCtrlEnter}
      action="Save Changes"
      busyAction="Saving..."
    >
      <NoteFields categories={notebook.categories} />
    </EntityForm>
  )
}
