import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { Entry } from './entry.ts'
import { deleteEntry } from './entry-mutations.ts'

type DeleteEntryDialogProps = { entry: Entry | undefined; onClose: () => void }

export function DeleteEntryDialog({ entry, onClose }: DeleteEntryDialogProps) {
  const [remove, isBusy] = useWrite(deleteEntry, { onSettled: onClose })
  return (
    <DeleteDialog
      item={entry}
      title="Delete entry?"
      describe={({ title, agency_id }) => (
        <>
          <strong>{title}</strong> is removed with its password and notes
          {agency_id && ', for everybody in your agency'}. This cannot be undone.
        </>
      )}
      isBusy={isBusy}
      onDelete={({ id }) => void remove(id)}
      onClose={onClose}
    />
  )
}
