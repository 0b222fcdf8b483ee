import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { emailField } from '../../lib/form-fields.ts'
import { z } from '../../lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { EmailInput } from '../../ui/input.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useWrite } from '../editing/use-write.ts'
import { mailUpdate } from './mail-update.ts'

const form = z.object({ recipient: emailField })

type MailUpdateDialogProps = {
  update: { id: string; title: string } | undefined
  /** The client's, to begin with. */
  email: string
  onClose: () => void
}

/** Mails an update to the client, once more or to somebody else there. */
export function MailUpdateDialog({ update, email, onClose }: MailUpdateDialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog open={update !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {update && (
        <DialogContent
          {...returnFocus}
          title="Mail to Client"
          description={`“${update.title}” in its own words, with small pictures and a link to their page.`}
        >
          <RecipientForm updateId={update.id} email={email} onDone={onClose} />
        </DialogContent>
      )}
    </Dialog>
  )
}

function RecipientForm({ updateId, email, onDone }: { updateId: string; email: string; onDone: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { recipient: email },
    resolver: zodResolver(form),
  })
  const [mail, isBusy] = useWrite(mailUpdate, { onSuccess: onDone })
  return (
    <form noValidate onSubmit={handleSubmit(({ recipient }) => mail({ updateId, recipient }))} className="grid gap-4">
      <Field label="Email" error={formState.errors.recipient?.message}>
        {(control) => <EmailInput {...control} {...register('recipient')} required />}
      </Field>
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
