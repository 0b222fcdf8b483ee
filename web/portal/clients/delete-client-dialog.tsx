import { useRef } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import type { Client } from './client.ts'
import { useDeleteClient } from './client-mutations.ts'

type DeleteClientDialogProps = { client: Client | undefined; onClose: () => void }

/** Open while there is a client to delete. */
export function DeleteClientDialog({ client, onClose }: DeleteClientDialogProps) {
  const { mutateAsync: deleteClient } = useDeleteClient()
  // Its name still stands there while the dialog fades out.
  const shown = useRef(client)
  shown.current = client ?? shown.current

  const [confirm, isBusy] = useSingleFlight(async () => {
    if (!client) return
    try {
      await deleteClient(client.id)
      toast.success(catalogue.clients.deleted)
    } catch (error) {
      toast.error(catalogue.clients.deletionFailed(error))
    }
    onClose()
  })

  return (
    <ConfirmDialog
      isOpen={client !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Delete client?"
      description={
        <>
          <strong>{shown.current?.name}</strong> and all associated projects and data are removed. This cannot be
          undone.
        </>
      }
      action="Delete"
      busyAction="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void confirm()}
    />
  )
}
