import { monthName } from '../../for-clients/month-words.ts'
import type { Client } from '../../lib/row-types.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, StickyDialogFooter } from '../../ui/dialog.tsx'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { useWrite } from '../writes/use-write.ts'
import { mailMonth } from './month-mutations.ts'
import { MonthPreview } from './month-preview.tsx'

type MailMonthDialogProps = {
  client: Pick<Client, 'id' | 'email'>
  month: { month: string; requested_at: string | null } | undefined
  onClose: () => void
}

/** Shows the page of a month, and mails the client a link to it. */
export function MailMonthDialog({ client, month, onClose }: MailMonthDialogProps) {
  const returnFocus = useFocusAfterDialog()
  const [mail, isBusy] = useWrite(mailMonth(client.id), { onSuccess: onClose })
  return (
    <Dialog open={month !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      {month && (
        <DialogContent
          {...returnFocus}
          title={monthName(month.month)}
          description={
            month.requested_at === null
              ? `A mail with a link to this page goes to ${client.email}.`
              : `This page is as it was mailed. Mail Again brings it up to date and sends a link to ${client.email}.`
          }
          // On a phone the preview leaves room for the buttons below it: a finger on the preview scrolls the preview.
          className="max-sm:[&_iframe]:h-[50dvh] sm:max-w-[27.5rem]"
        >
          <MonthPreview clientId={client.id} month={month.month} />
          <StickyDialogFooter>
            <Button variant="outline" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={isBusy} onClick={() => void mail(month.month)}>
              {isBusy ? 'Mailing...' : month.requested_at === null ? 'Mail the Month' : 'Mail Again'}
            </Button>
          </StickyDialogFooter>
        </DialogContent>
      )}
    </Dialog>
  )
}
