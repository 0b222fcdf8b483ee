import { useRef } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import type { Entry } from './entry.ts'
import { useDeleteEntry } from './entry-mutations.ts'

/** Open while there is an entry to delete. */
export function DeleteEntryDialog({ entry, onClose }: { entry: Entry | undefined; onClose: () => void }) {
  const { mutateAsync: deleteEntry } = useDeleteEntry()
  // Its title still stands there while the dialog fades out.
  const shown = useRef(entry)
  shown.current = entry ?? shown.current

  const [confirm, isBusy] = useSingleFlight(async () => {
    if (!entry) return
    try {
      await deleteEntry(entry.id)
      toast.success(catalogue.vault.deleted)
    } catch (error) {
      toast.error(catalogue.vault.deletionFailed(error))
    }
    onClose()
  })

  return (
    <ConfirmDialog
      isOpen={entry !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Delete entry?"
      description={
        <>
          <strong>{shown.current?.title}</strong> is removed with its password and notes
          {shown.current?.agency_id && ', for everybody in your agency'}. This cannot be undone.
        </>
      }
      action="Delete"
      busyAction="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void confirm()}
    />
  )
}
