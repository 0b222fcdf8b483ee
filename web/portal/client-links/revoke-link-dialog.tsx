import { useRef } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { ClientLink } from './client-link.ts'
import { revokeLink } from './link-mutations.ts'

export function RevokeLinkDialog({ link, onClose }: { link: ClientLink | undefined; onClose: () => void }) {
  const [revoke, isBusy] = useWrite(revokeLink, { onSettled: onClose })
  // The last revoked link is kept so that its text stays while the dialog fades out.
  const shown = useRef(link)
  shown.current = link ?? shown.current
  return (
    <ConfirmDialog
      isOpen={link !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Revoke link?"
      description={`“${shown.current?.name}” stops working right away. This cannot be undone.`}
      action="Revoke"
      busyAction="Revoking..."
      isBusy={isBusy}
      onConfirm={() => link && void revoke(link.id)}
    />
  )
}
