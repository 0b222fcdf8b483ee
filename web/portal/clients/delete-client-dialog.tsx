import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { Client } from './client.ts'
import { deleteClients } from './client-mutations.ts'

type DeleteClientDialogProps = { client: Client | undefined; onClose: () => void }

export function DeleteClientDialog({ client, onClose }: DeleteClientDialogProps) {
  const [remove, isBusy] = useWrite(deleteClients, { onSettled: onClose })
  return (
    <DeleteDialog
      item={client}
      title="Delete client?"
      describe={({ name }) => (
        <>
          <strong>{name}</strong> and all associated projects and data are removed, and planned calls are cancelled by
          email. It can be brought back for 30 days.
        </>
      )}
      isBusy={isBusy}
      onDelete={(leaver) => void remove([leaver])}
      onClose={onClose}
    />
  )
}
