import { SchemaFields } from '../../ui/schema-fields.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import type { ListedClient } from './client.ts'
import { editClientForm, typedOf, versionedClientForm } from './client-form.ts'
import { updateClient } from './client-mutations.ts'
import { LookedAfterField, NextContactFields } from './contact-fields.tsx'
import { PlanFields } from './plan-fields.tsx'

/** The name of the draft that the form of a client keeps. */
export const clientDraft = (clientId: string) => `client/${clientId}`

export function EditClientForm({ client, onDone }: { client: ListedClient; onDone: () => void }) {
  const entity = useEntityForm({
    values: typedOf(client),
    schema: versionedClientForm,
    draft: clientDraft(client.id),
    write: updateClient(client.id),
    version: client.updated_at,
    focus: 'name',
    onDone,
  })
  return (
    <EntityForm
      entity={entity}
      thing="client"
      alertsFirst
      showsUnsavedNote
      onSubmit={entity.save}
      action="Save Changes"
      busyAction="Saving..."
      footer="end"
      className="grid grid-cols-1 gap-4 @lg:grid-cols-2 @lg:gap-x-6"
    >
      <SchemaFields of={editClientForm} />
      <LookedAfterField client={client} />
      <NextContactFields />
      <PlanFields client={client} />
    </EntityForm>
  )
}
