import { useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretToCopy } from '../../ui/secret-to-copy.tsx'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { addKey, type KeyFields, keyForm, scopeLabels, scopes } from './program-key.ts'

const { TextField, SelectField } = typedFormFields<KeyFields>()

type AddKeyDialogProps = { agencyId: string; isOpen: boolean; onClose: () => void }

/** Adds a key and then shows it this once. */
export function AddKeyDialog({ agencyId, isOpen, onClose }: AddKeyDialogProps) {
  const [secret, setSecret] = useState<string>()
  const close = () => {
    setSecret(undefined)
    onClose()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onOpenChange={(opens) => !opens && close()}
      isShownOnce={secret !== undefined}
      title={secret === undefined ? 'Add Key' : 'Key Added'}
      description={
        secret === undefined
          ? 'It reaches enquiries, clients, projects, steps, updates and client notes, and nothing else.'
          : 'Copy it now. It is shown only once.'
      }
    >
      {secret === undefined ? (
        <KeyForm agencyId={agencyId} onMade={setSecret} onCancel={close} />
      ) : (
        <SecretToCopy label="Key" hint="Send it as “Authorization: Bearer …”." secret={secret} onDone={close} />
      )}
    </FormDialog>
  )
}

type KeyFormProps = { agencyId: string; onMade: (secret: string) => void; onCancel: () => void }

function KeyForm({ agencyId, onMade, onCancel }: KeyFormProps) {
  const values: KeyFields = { name: '', scope: 'read' }
  const entity = useEntityForm({ values, schema: keyForm, write: addKey(agencyId), onSaved: onMade, onCancel })
  return (
    <EntityForm entity={entity} onSubmit={entity.save} action="Add Key" busyAction="Adding...">
      <TextField name="name" label="Name" hint="The program, like “Zapier”. The audit trail names it." required />
      <SelectField
        name="scope"
        label="May"
        options={scopes}
        labels={scopeLabels}
        hint="Writing adds rows and changes a status. Nothing is deleted."
      />
    </EntityForm>
  )
}
