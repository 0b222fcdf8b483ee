import { FormDialog } from '../../ui/form-dialog.tsx'
import { SchemaFields } from '../../ui/schema-fields.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import {
  emptyPerson,
  mainPersonForm,
  type PersonOfClient,
  personForm,
  typedOf,
  versionedMainPersonForm,
  versionedPersonForm,
} from './client-person.ts'
import { addPerson, updatePerson } from './person-mutations.ts'

type PersonDialogProps = {
  clientId: string
  /** The person to change, or 'new'; undefined while the dialog is closed. */
  person: PersonOfClient | 'new' | undefined
  onClose: () => void
}

/** The dialog to add or change a person of a client. */
export function PersonDialog({ clientId, person, onClose }: PersonDialogProps) {
  return (
    <FormDialog
      isOpen={person !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={person === 'new' ? 'Add Person' : 'Edit Person'}
      description={
        person !== 'new' && person?.isMain
          ? 'The client is called as its main person is.'
          : 'Only your team sees this. A link of their own shows them their name.'
      }
    >
      {person === 'new' && <NewPersonForm clientId={clientId} onDone={onClose} />}
      {person !== undefined && person !== 'new' && <PersonForm person={person} onDone={onClose} />}
    </FormDialog>
  )
}

function NewPersonForm({ clientId, onDone }: { clientId: string; onDone: () => void }) {
  const entity = useEntityForm({
    values: emptyPerson,
    schema: personForm,
    draft: `new-person/${clientId}`,
    write: addPerson(clientId),
    onDone,
  })
  return (
    <EntityForm
      entity={entity}
      onSubmit={entity.save}
      onKeyDown={submitOnCtrlEnter}
      action="Add Person"
      busyAction="Adding..."
    >
      <SchemaFields of={personForm} />
    </EntityForm>
  )
}

function PersonForm({ person, onDone }: { person: PersonOfClient; onDone: () => void }) {
  const entity = useEntityForm({
    values: typedOf(person),
    schema: person.isMain ? versionedMainPersonForm : versionedPersonForm,
    draft: `person/${person.id}`,
    write: updatePerson(person),
    version: person.updated_at,
    onDone,
  })
  return (
    <EntityForm
      entity={entity}
      thing="person"
      onSubmit={entity.save}
      onKeyDown={submitOnCtrlEnter}
      action="Save Changes"
      busyAction="Saving..."
    >
      <SchemaFields of={person.isMain ? mainPersonForm : personForm} />
    </EntityForm>
  )
}
