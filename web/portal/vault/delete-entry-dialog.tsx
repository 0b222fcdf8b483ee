import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { catalogue } from '../catalogue.ts'
import type { Entry } from './entry.ts'
import { useDeleteEntry } from './entry-mutations.ts'

type DeleteEntryDialogProps = { entry: Entry | undefined; onClose: () => void }

export function DeleteEntryDialog({ entry, onClose }: DeleteEntryDialogProps) {
  const { mutateAsync: deleteEntry } = useDeleteEntry()
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
      remove={({ id }) => deleteEntry(id)}
      deleted={catalogue.vault.deleted}
      failed={catalogue.vault.deletionFailed}
      onClose={onClose}
    />
  )
}
