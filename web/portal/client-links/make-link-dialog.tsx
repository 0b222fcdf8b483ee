import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { lifetimes, linkAddress, linkForm, USUAL_DAYS } from './client-link.ts'
import { makeLink } from './link-mutations.ts'
import { linkToasts } from './link-toasts.ts'
import { MadeLink } from './made-link.tsx'

const { SelectField, TextField } = typedFormFields<z.input<typeof linkForm>>()

export function MakeLinkDialog({ client }: { client: { id: string; name: string } }) {
  const [isOpen, setOpen] = useState(false)
  const [token, setToken] = useState<string>()

  function open(next: boolean) {
    // Closing the dialog discards the new link's address for good.
    if (next) setToken(undefined)
    setOpen(next)
  }

  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button variant="outline">
          <Plus aria-hidden />
          Make Link
        </Button>
      </DialogTrigger>
      <DialogContent
        title={token === undefined ? 'Make Link' : 'Link Made'}
        description={
          token === undefined
            ? `Anyone with the link sees what is Client Visible for ${client.name}, no account needed.`
            : 'Copy it now. It is shown only once.'
        }
      >
        {token === undefined ? (
          <LinkForm clientId={client.id} onMade={setToken} onCancel={() => open(false)} />
        ) : (
          <MadeLink address={linkAddress(token)} onDone={() => open(false)} />
        )}
      </DialogContent>
    </Dialog>
  )
}

type LinkFormProps = { clientId: string; onMade: (token: string) => void; onCancel: () => void }

function LinkForm({ clientId, onMade, onCancel }: LinkFormProps) {
  const entity = useEntityForm({
    values: { name: '', days: USUAL_DAYS },
    schema: linkForm,
    write: makeLink(clientId),
    onSaved: onMade,
    onCancel,
  })
  return (
    <EntityForm
      entity={entity}
      onSubmit={entity.save}
      onInvalid={({ name }) => name?.type === 'too_small' && toast.error(linkToasts.missingName)}
      action="Make Link"
      busyAction="Making..."
    >
      <TextField name="name" label="Name" hint="Tells your team who has it, like “Maria’s phone”." required />
      <SelectField name="days" label="Valid for">
        {lifetimes.map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </SelectField>
    </EntityForm>
  )
}
