import { useNavigate } from 'react-router'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { Enquiry } from './enquiry.ts'
import { deleteEnquiries } from './enquiry-mutations.ts'

export function DeleteEnquiryDialog({ enquiry, onClose }: { enquiry: Enquiry | undefined; onClose: () => void }) {
  const navigate = useNavigate()
  const [remove, isBusy] = useWrite(deleteEnquiries, {
    onSuccess: () => void navigate('/dashboard/enquiries'),
    onSettled: onClose,
  })
  return (
    <DeleteDialog
      item={enquiry}
      title="Delete enquiry?"
      describe={({ name }) => (
        <>
          What <strong>{name}</strong> asked is removed, and a planned call is cancelled by email. It can be brought
          back for 30 days.
        </>
      )}
      isBusy={isBusy}
      onDelete={(leaver) => void remove([leaver])}
      onClose={onClose}
    />
  )
}
