import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { emailField } from '../../lib/form-fields.ts'
import { z } from '../../lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { EmailInput } from '../../ui/input.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useWrite } from '../writes/use-write.ts'
import { mailUpdate } from './mail-update.ts'
import { NoAnswerNote } from './no-answer-note.tsx'

const form = z.object({ recipient: emailField })

type MailUpdateDialogProps = {
  update: { id: string; title: string } | undefined
  /** Their address is the recipient's, to begin with. */
  client: { id: string; email: string }
  onClose: () => void
}

/** Mails an update to the client, once more or to somebody else there. */
export function MailUpdateDialog({ update, client, onClose }: MailUpdateDialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog open={update !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {update && (
        <DialogContent
          {...returnFocus}
          title="Mail to Client"
          description={`“${update.title}” in its own words, with small pictures and a link to their page.`}
        >
          <RecipientForm updateId={update.id} client={client} onDone={onClose} />
        </DialogContent>
      )}
    </Dialog>
  )
}

type RecipientFormProps = Pick<MailUpdateDialogProps, 'client'> & { updateId: string; onDone: () => void }

function RecipientForm({ updateId, client, onDone }: RecipientFormProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { recipient: client.email },
    resolver: zodResolver(form),
  })
  const [mail, isBusy] = useWrite(mailUpdate, { onSuccess: onDone })
  return (
    <form noValidate onSubmit={handleSubmit(({ recipient }) => mail({ updateId, recipient }))} className="grid gap-4">
      <Field label="Email" error={formState.errors.recipient?.message}>
        {(control) => <EmailInput {...control} {...register('recipient')} required />}
      </Field>
      <NoAnswerNote clientId={client.id} />
      <DialogFooter className="pt-1">
        <Button variant="outline" disabled={isBusy} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Send'}
        </Button>
      </DialogFooter>
    </form>
  )
}
