import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { catalogue } from '../catalogue.ts'
import type { ReportedUpdate } from './update.ts'
import { useDeleteUpdate } from './update-mutations.ts'

type DeleteUpdateDialogProps = { update: ReportedUpdate | undefined; onClose: () => void }

export function DeleteUpdateDialog({ update, onClose }: DeleteUpdateDialogProps) {
  const { mutateAsync: deleteUpdate } = useDeleteUpdate()
  return (
    <DeleteDialog
      item={update}
      title="Delete update?"
      describe={({ title, attachments }) => (
        <>
          <strong>{title}</strong>
          {attachments.length > 0 ? ' and its files are removed.' : ' is removed.'} This cannot be undone.
        </>
      )}
      remove={({ id }) => deleteUpdate(id)}
      deleted={catalogue.updates.deleted}
      failed={catalogue.updates.deletionFailed}
      onClose={onClose}
    />
  )
}
