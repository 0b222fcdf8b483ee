import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { mapWriteArgument } from '../writes/use-write.ts'
import { type ClientRequest, notNowForm } from './client-request.ts'
import { changeRequest } from './request-mutations.ts'

/** The button and dialog that put a request off, with a word for the client. */
export function NotNowDialog({ request, isBusy }: { request: ClientRequest; isBusy: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const trigger = (
    <Button variant="outline" className="h-9 px-3 text-sm" aria-label={`Not now: ${request.title}`} disabled={isBusy}>
      Not now
    </Button>
  )
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      losesTrigger
      onOpenChange={setOpen}
      title="Not now"
      description={`The client reads on their page why “${request.title}” is not done now.`}
    >
      <NotNowForm request={request} onDone={() => setOpen(false)} />
    </FormDialog>
  )
}

function NotNowForm({ request, onDone }: { request: ClientRequest; onDone: () => void }) {
  const entity = useEntityForm({
    values: { reason: '' },
    schema: notNowForm,
    draft: `not-now/${request.id}`,
    write: mapWriteArgument(changeRequest(request), ({ reason }: { reason: string }) => ({
      ...{ status: 'not_now' as const, assigned_to: request.assigned_to, reason },
    })),
    onDone,
  })
  return (
    <EntityForm
      entity={entity}
      onSubmit={entity.save}
      onKeyDown={submitOnCtrlEnter}
      action="Not now"
      busyAction="Saving..."
      className="grid gap-4"
    >
      <TextField name="reason" label="Why" rows={2} required />
    </EntityForm>
  )
}
