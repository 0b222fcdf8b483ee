import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import { sendAllAgain } from './mail-mutations.ts'

/**
 * The button that sends all undelivered mails again. It asks for confirmation: many may be old, and a mail cannot be recalled.
 */
export function SendAllAgain() {
  const [isOpen, setOpen] = useState(false)
  const [send, isBusy] = useWrite(sendAllAgain, { onSettled: () => setOpen(false) })
  return (
    <>
      <Button variant="outline" className="whitespace-nowrap" onClick={() => setOpen(true)}>
        Send all again
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={(next) => !isBusy && setOpen(next)}
        title="Send all emails again?"
        description="Emails that wait or could not be delivered are tried now, and for up to three days. Those with expired codes or links are skipped."
        action="Send all again"
        busyAction="Sending..."
        isBusy={isBusy}
        onConfirm={() => void send()}
      />
    </>
  )
}
