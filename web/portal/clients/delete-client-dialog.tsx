import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { catalogue } from '../catalogue.ts'
import type { Client } from './client.ts'
import { useDeleteClient } from './client-mutations.ts'

type DeleteClientDialogProps = { client: Client | undefined; onClose: () => void }

export function DeleteClientDialog({ client, onClose }: DeleteClientDialogProps) {
  const { mutateAsync: deleteClient } = useDeleteClient()
  return (
    <DeleteDialog
      item={client}
      title="Delete client?"
      describe={({ name }) => (
        <>
          <strong>{name}</strong> and all associated projects and data are removed. This cannot be undone.
        </>
      )}
      remove={({ id }) => deleteClient(id)}
      deleted={catalogue.clients.deleted}
      failed={catalogue.clients.deletionFailed}
      onClose={onClose}
    />
  )
}
