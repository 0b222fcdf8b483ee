import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import type { ListedClient } from './client.ts'
import { completeContact } from './client-mutations.ts'
import { NextContactFields } from './contact-fields.tsx'
import { contactDoneForm } from './contact-form.ts'
import type { NextContact } from './next-contact.ts'

/**
 * The button and dialog that finish the next contact: they ask what happened, and for the contact after it. The dialog
 * stays when a colleague removes the contact meanwhile, so that nothing typed is lost.
 */
export function ContactDoneDialog({ client, isPlanned }: { client: ListedClient; isPlanned: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (!isPlanned && !isOpen) return null
  const trigger = (
    <Button variant="outline" className="h-8 px-2.5 text-sm">
      Done
    </Button>
  )
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      losesTrigger
      onOpenChange={setOpen}
      title="Contact done"
      description={`What happened becomes a note about ${client.name}.`}
    >
      <ContactDoneForm client={client} onDone={() => setOpen(false)} />
    </FormDialog>
  )
}

function ContactDoneForm({ client, onDone }: { client: ListedClient; onDone: () => void }) {
  const [seen] = useState<NextContact>(client)
  const [hasFailed, setFailed] = useState(false)
  const entity = useEntityForm({
    values: { words: '', next_contact_on: '', next_contact_note: '' },
    schema: contactDoneForm,
    draft: `contact-done/${client.id}`,
    // A contact that a colleague has changed is not finished unseen. The refusal says so, and from then on the new one counts.
    write: completeContact(client, hasFailed ? client : seen),
    onFailed: () => setFailed(true),
    onDone,
  })
  return (
    <EntityForm
      entity={entity}
      onSubmit={entity.save}
      onKeyDown={submitOnCtrlEnter}
      action="Done"
      busyAction="Saving..."
      className="grid gap-4"
    >
      <TextField name="words" label="What happened" rows={2} required />
      <NextContactFields />
    </EntityForm>
  )
}
