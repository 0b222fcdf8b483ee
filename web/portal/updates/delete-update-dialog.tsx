import { useRef } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import type { ReportedUpdate } from './update.ts'
import { useDeleteUpdate } from './update-mutations.ts'

type DeleteUpdateDialogProps = { update: ReportedUpdate | undefined; onClose: () => void }

/** Open while there is an update to delete. */
export function DeleteUpdateDialog({ update, onClose }: DeleteUpdateDialogProps) {
  const { mutateAsync: deleteUpdate } = useDeleteUpdate()
  // Its title still stands there while the dialog fades out.
  const shown = useRef(update)
  shown.current = update ?? shown.current

  const [confirm, isBusy] = useSingleFlight(async () => {
    if (!update) return
    try {
      await deleteUpdate(update.id)
      toast.success(catalogue.updates.deleted)
    } catch (error) {
      toast.error(catalogue.updates.deletionFailed(error))
    }
    onClose()
  })

  return (
    <ConfirmDialog
      isOpen={update !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Delete update?"
      description={
        <>
          <strong>{shown.current?.title}</strong>
          {shown.current?.attachments.length ? ' and its files are removed.' : ' is removed.'} This cannot be undone.
        </>
      }
      action="Delete"
      busyAction="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void confirm()}
    />
  )
}
