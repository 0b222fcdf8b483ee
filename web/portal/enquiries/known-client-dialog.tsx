import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import type { ClientDouble } from '../client-choice/client-doubles.ts'

type KnownClientDialogProps = {
  /** The dialog is open while there is a client to offer. */
  known: ClientDouble | undefined
  isBusy: boolean
  onChoose: (existing: 'none' | ClientDouble) => void
  onClose: () => void
}

/** Offers the client with the same address or phone number; the person may still make a new one. */
export function KnownClientDialog({ known, isBusy, onChoose, onClose }: KnownClientDialogProps) {
  // The last client is kept so that its text stays while the dialog fades out.
  const shown = useRef(known)
  shown.current = known ?? shown.current
  const client = shown.current

  return (
    <Dialog open={known !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        {...useFocusAfterDialog()}
        title={
          client?.same.includes('email') === false ? 'A client has this phone number' : 'A client has this address'
        }
        description="If you link them, the message becomes a note on this client. Nothing else changes."
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
