import { useRef } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import type { SignedNote } from './note.ts'
import { useDeleteNote } from './note-mutations.ts'
import type { Notebook } from './notebook.ts'

type DeleteNoteDialogProps = { notebook: Notebook; note: SignedNote | undefined; onClose: () => void }

/** Open while there is a note to delete. */
export function DeleteNoteDialog({ notebook, note, onClose }: DeleteNoteDialogProps) {
  const { mutateAsync: deleteNote } = useDeleteNote(notebook)
  // Its text still stands there while the dialog fades out.
  const shown = useRef(note)
  shown.current = note ?? shown.current

  const [confirm, isBusy] = useSingleFlight(async () => {
    if (!note) return
    try {
      await deleteNote(note.id)
      toast.success(catalogue.notes.deleted)
    } catch {
      toast.error(catalogue.notes.deletionFailed)
    }
    onClose()
  })

  return (
    <ConfirmDialog
      isOpen={note !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Delete note?"
      description={
        <>
          <q className="line-clamp-3">{shown.current?.note_text}</q> This cannot be undone.
        </>
      }
      action="Delete"
      busyAction="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void confirm()}
    />
  )
}
