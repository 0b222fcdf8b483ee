import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { ReportedUpdate } from './update.ts'
import { deleteUpdate } from './update-mutations.ts'

type DeleteUpdateDialogProps = { update: ReportedUpdate | undefined; onClose: () => void }

export function DeleteUpdateDialog({ update, onClose }: DeleteUpdateDialogProps) {
  const [remove, isBusy] = useWrite(deleteUpdate, { onSettled: onClose })
  return (
    <DeleteDialog
      item={update}
      title="Delete update?"
      describe={({ title, attachments }) => (
        <>
          <strong>{title}</strong>
          {attachments.length > 0 ? ' and its files are removed.' : ' is removed.'} It can be brought back for 30 days.
        </>
      )}
      isBusy={isBusy}
      onDelete={({ id }) => void remove(id)}
      onClose={onClose}
    />
  )
}
