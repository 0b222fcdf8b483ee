import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { firstCharacters } from '../../lib/first-characters.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { lifetimes, linkAddress, linkForm, USUAL_DAYS } from './client-link.ts'
import { makeLink } from './link-mutations.ts'
import { linkToasts } from './link-toasts.ts'
import { MadeLink } from './made-link.tsx'

const { SelectField, TextField } = typedFormFields<z.input<typeof linkForm>>()

type ClientOfLink = { id: string; name: string }
/** The person whose link it becomes; the main person has the id of the client. */
type LinkedPerson = { id: string; name: string }

export function MakeLinkDialog({ client }: { client: ClientOfLink }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="outline">
          <Plus aria-hidden />
          Make Link
        </Button>
      </DialogTrigger>
      {isOpen && <LinkDialogContent client={client} onClose={() => setOpen(false)} />}
    </Dialog>
  )
}

type PersonLinkDialogProps = { client: ClientOfLink; person: LinkedPerson | undefined; onClose: () => void }

/** Makes a link of one of a client's people, whose name it bears at first. */
export function PersonLinkDialog({ client, person, onClose }: PersonLinkDialogProps) {
  const returnFocus = useFocusAfterDialog()
  return (
    <Dialog open={person !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {person && <LinkDialogContent {...returnFocus} client={client} person={person} onClose={onClose} />}
    </Dialog>
  )
}

type LinkDialogContentProps = Partial<ReturnType<typeof useFocusAfterDialog>> & {
  client: ClientOfLink
  person?: LinkedPerson
  onClose: () => void
}

function LinkDialogContent({ client, person, onClose, ...returnFocus }: LinkDialogContentProps) {
  // Closing the dialog discards the new link's address for good.
  const [token, setToken] = useState<string>()
  const who = person ? `${person.name} sees` : 'Anyone with the link sees'
  return (
    <DialogContent
      {...returnFocus}
      isShownOnce={token !== undefined}
      title={token === undefined ? 'Make Link' : 'Link Made'}
      description={
        token === undefined
          ? `${who} what is Client Visible for ${client.name}, no account needed.`
          : 'Copy it now. It is shown only once.'
      }
    >
      {token === undefined ? (
        <LinkForm clientId={client.id} person={person} onMade={setToken} onCancel={onClose} />
      ) : (
        <MadeLink address={linkAddress(token)} onDone={onClose} />
      )}
    </DialogContent>
  )
}

type LinkFormProps = {
  clientId: string
  person: LinkedPerson | undefined
  onMade: (token: string) => void
  onCancel: () => void
}

function LinkForm({ clientId, person, onMade, onCancel }: LinkFormProps) {
  const entity = useEntityForm({
    values: { name: firstCharacters(person?.name ?? '', 100), days: USUAL_DAYS },
    schema: linkForm,
    write: makeLink(clientId, person?.id),
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
