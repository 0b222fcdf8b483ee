import { emailField } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { mailUpdate } from './mail-update.ts'
import { NoAnswerNote } from './no-answer-note.tsx'
import { RecipientField } from './recipient-field.tsx'
import type { UpdatedClient } from './update.ts'

const form = z.object({ recipient: emailField })

type MailUpdateDialogProps = {
  update: { id: string; title: string } | undefined
  /** The recipient's address starts as the client's. */
  client: UpdatedClient
  onClose: () => void
}

/** Mails an update to the client again, or to another person there. */
export function MailUpdateDialog({ update, client, onClose }: MailUpdateDialogProps) {
  const returnFocus = useFocusAfterDialog()
  return (
    <Dialog open={update !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {update && (
        <DialogContent
          {...returnFocus}
          title="Mail to Client"
          description={`“${update.title}” in full, with small pictures and a link to their page.`}
        >
          <RecipientForm updateId={update.id} client={client} onDone={onClose} />
        </DialogContent>
      )}
    </Dialog>
  )
}

type RecipientFormProps = Pick<MailUpdateDialogProps, 'client'> & { updateId: string; onDone: () => void }

function RecipientForm({ updateId, client, onDone }: RecipientFormProps) {
  const values = { recipient: client.email }
  const entity = useEntityForm({ values, schema: form, write: mailUpdate, onDone })
  return (
    <EntityForm
      entity={entity}
      onSubmit={({ recipient }) => entity.save({ updateId, recipient })}
      action="Send"
      busyAction="Sending..."
    >
      <RecipientField client={client} />
      <NoAnswerNote clientId={client.id} />
    </EntityForm>
  )
}
