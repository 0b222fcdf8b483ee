import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import type { KnownClient } from './enquiry-mutations.ts'

type KnownClientDialogProps = {
  /** Open while there is one to offer. */
  known: KnownClient | undefined
  isBusy: boolean
  onChoose: (existing: 'none' | KnownClient) => void
  onClose: () => void
}

/** There is a client with this address already: the enquiry is theirs, unless somebody knows better. */
export function KnownClientDialog({ known, isBusy, onChoose, onClose }: KnownClientDialogProps) {
  // It still stands there while the dialog fades out.
  const shown = useRef(known)
  shown.current = known ?? shown.current
  const client = shown.current

  return (
    <Dialog open={known !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        {...useReturnFocus()}
        title="A client has this address"
        description="Linked, the message becomes a note of this client. Nothing else of the client changes."
      >
        <DialogFooter>
          <Button variant="outline" disabled={isBusy} onClick={() => onChoose('none')}>
            Make a new client
          </Button>
          <Button disabled={isBusy} className="wrap-anywhere shrink" onClick={() => client && onChoose(client)}>
            Link to {client?.name}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
