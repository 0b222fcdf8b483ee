import { useState } from 'react'
import { useController } from 'react-hook-form'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretToCopy } from '../../ui/secret-to-copy.tsx'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { type Webhook, type WebhookFields, webhookEvents, webhookForm } from './webhook.ts'
import { saveWebhook } from './webhook-mutations.ts'

const { TextField } = typedFormFields<WebhookFields>()

type WebhookDialogProps = {
  agencyId: string
  /** The webhook to edit, or 'new'; undefined while the dialog is closed. */
  webhook: Webhook | 'new' | undefined
  onClose: () => void
}

/** Adds a webhook and then shows its secret this once, or edits one. */
export function WebhookDialog({ agencyId, webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>()
  const close = () => {
    setSecret(undefined)
    onClose()
  }
  return (
    <FormDialog
      isOpen={webhook !== undefined}
      onOpenChange={(isOpen) => !isOpen && close()}
      isShownOnce={secret !== undefined}
      title={secret !== undefined ? 'Webhook Added' : webhook === 'new' ? 'Add Webhook' : 'Edit Webhook'}
      description={
        secret === undefined
          ? 'The address gets a POST for each event, signed as Standard Webhooks says.'
          : 'Copy its secret now. It is shown only once.'
      }
    >
      {secret !== undefined ? (
        <SecretToCopy
          label="Secret"
          hint="The receiver verifies by it that an event comes from here."
          secret={secret}
          onDone={close}
        />
      ) : (
        webhook && (
          <WebhookForm
            agencyId={agencyId}
            webhook={webhook === 'new' ? undefined : webhook}
            onSaved={(made) => (made === null ? close() : setSecret(made))}
            onCancel={close}
          />
        )
      )}
    </FormDialog>
  )
}

type WebhookFormProps = {
  agencyId: string
  webhook: Webhook | undefined
  onSaved: (secret: string | null) => void
  onCancel: () => void
}

function WebhookForm({ agencyId, webhook, onSaved, onCancel }: WebhookFormProps) {
  const { name = '', url = '', events = webhookEvents.map(({ event }) => event) } = webhook ?? {}
  const entity = useEntityForm({
    values: { name, url, events },
    schema: webhookForm,
    draft: `webhook/${webhook?.id ?? agencyId}`,
    // People who know the address of a receiver can send it anything.
    secret: 'url',
    write: saveWebhook(agencyId, webhook?.id),
    onSaved,
    onCancel,
  })
  return (
    <EntityForm entity={entity} onSubmit={entity.save} action="Save" busyAction="Saving...">
      <TextField name="name" label="Name" hint="The program, like “n8n” or “Zapier: new enquiries”." required />
      <TextField name="url" label="Address" type="url" hint="Begins with https://." required />
      <Events />
    </EntityForm>
  )
}

function Events() {
  const { field, fieldState } = useController<WebhookFields, 'events'>({ name: 'events' })
  return (
    <fieldset className="grid gap-2 text-sm">
      <legend className="mb-1.5 font-medium">Events</legend>
      {webhookEvents.map(({ event, label }) => (
        <label key={event} className="flex items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4 accent-ink"
            checked={field.value.includes(event)}
            onBlur={field.onBlur}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...field.value, event] : field.value.filter((other) => other !== event))
            }
          />
          {label}
        </label>
      ))}
      {fieldState.error && (
        <p role="alert" className="text-danger">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
