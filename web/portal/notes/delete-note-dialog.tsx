import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { SignedNote } from './note.ts'
import { deleteNote } from './note-mutations.ts'
import type { Notebook } from './notebook.ts'

type DeleteNoteDialogProps = { notebook: Notebook; note: SignedNote | undefined; onClose: () => void }

export function DeleteNoteDialog({ notebook, note, onClose }: DeleteNoteDialogProps) {
  const [remove, isBusy] = useWrite(deleteNote(notebook), { onSettled: onClose })
  return (
    <DeleteDialog
      item={note}
      title="Delete note?"
      describe={({ note_text }) => (
        <>
          <q className="line-clamp-3">{note_text}</q> It can be brought back for 30 days.
        </>
      )}
      isBusy={isBusy}
      onDelete={({ id }) => void remove(id)}
      onClose={onClose}
    />
  )
}
