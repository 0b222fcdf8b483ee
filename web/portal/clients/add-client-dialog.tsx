import { Plus } from 'lucide-react'
import type { FieldErrors } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SchemaFields } from '../../ui/schema-fields.tsx'
import { toast } from '../../ui/toast.ts'
import { AgencyField, useChosenAgency } from '../people/agency-select.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { useNewDialog } from '../writes/use-new-dialog.ts'
import { addedClientForm, emptyClient } from './client-form.ts'
import { addClient } from './client-mutations.ts'
import { clientToasts } from './client-toasts.ts'
import { DoublesAlert } from './doubles-alert.tsx'
import { useDoubles } from './use-doubles.ts'

type AddClientDialogProps = {
  /** The agency that the list is narrowed to, or '' for all agencies. */
  agencyId: string
  onAdded: (agencyId: string) => void
}

const trigger = (
  <Button>
    <Plus aria-hidden />
    Add Client
  </Button>
)

/**
 * The dialog to add a client. What was typed survives closing the dialog and the page; only Cancel and success clear it.
 */
export function AddClientDialog({ agencyId, onAdded }: AddClientDialogProps) {
  const [isOpen, setOpen] = useNewDialog()
  const entity = useEntityForm({
    values: emptyClient,
    schema: addedClientForm,
    draft: 'new-client',
    write: addClient,
    onSaved: (_id, added) => onAdded(added.agencyId),
    onDone: () => setOpen(false),
  })
  const chosen = useChosenAgency(entity.form, agencyId) ?? ''
  const { doubles, submit, isBusy } = useDoubles(entity.form.control, entity.save)
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      onOpenChange={setOpen}
      title="Add Client"
      description="Name and email are required. The rest can wait."
    >
      <EntityForm
        entity={entity}
        onSubmit={(client) => submit({ ...client, agencyId: chosen })}
        onInvalid={complain}
        isBlocked={isBusy}
        action={doubles.length > 0 ? 'Add Anyway' : 'Add Client'}
        busyAction="Adding..."
      >
        <SchemaFields of={addedClientForm} />
        <AgencyField chosen={chosen} />
        <DoublesAlert doubles={doubles} />
      </EntityForm>
    </FormDialog>
  )
}

function complain({ name, email }: FieldErrors<z.input<typeof addedClientForm>>) {
  if (name?.type === 'too_small' || email?.type === 'too_small') toast.error(clientToasts.missingFields)
}
