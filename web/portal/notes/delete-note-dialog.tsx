import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { catalogue } from '../catalogue.ts'
import type { SignedNote } from './note.ts'
import { useDeleteNote } from './note-mutations.ts'
import type { Notebook } from './notebook.ts'

type DeleteNoteDialogProps = { notebook: Notebook; note: SignedNote | undefined; onClose: () => void }

export function DeleteNoteDialog({ notebook, note, onClose }: DeleteNoteDialogProps) {
  const { mutateAsync: deleteNote } = useDeleteNote(notebook)
  return (
    <DeleteDialog
      item={note}
      title="Delete note?"
      describe={({ note_text }) => (
        <>
          <q className="line-clamp-3">{note_text}</q> This cannot be undone.
        </>
      )}
      remove={({ id }) => deleteNote(id)}
      deleted={catalogue.notes.deleted}
      failed={() => catalogue.notes.deletionFailed}
      onClose={onClose}
    />
  )
}
