import { Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { readProject } from '../../../lib/supabase-project.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { EntityForm } from '../../writes/entity-form.tsx'
import { useEntityForm } from '../../writes/use-entity-form.ts'
import { addSource, type SourceSecrets, sourceForm, sourceToasts } from './source.ts'

/** What is shown of a new source once. */
type MadeSource = { address: string; googleKey: string }

const trigger = (
  <Button>
    <Plus aria-hidden />
    Add Source
  </Button>
)

/** Asks for the name of a source, and shows its address and its key once. */
export default function AddSourceDialog() {
  const [isOpen, setOpen] = useState(false)
  // Closing the dialog discards them for good.
  const [made, setMade] = useState<MadeSource>()
  function change(next: boolean) {
    setOpen(next)
    if (next) setMade(undefined)
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onOpenChange={change}
      trigger={trigger}
      isShownOnce={made !== undefined}
      title={made ? 'Source Added' : 'Add Source'}
      description={
        made
          ? 'Copy both now. They are shown only once.'
          : 'A landing page, a lead form, or a program that sends enquiries.'
      }
    >
      {made ? (
        <Made {...made} onDone={() => change(false)} />
      ) : (
        <SourceForm onMade={setMade} onCancel={() => change(false)} />
      )}
    </FormDialog>
  )
}

function SourceForm({ onMade, onCancel }: { onMade: (made: MadeSource) => void; onCancel: () => void }) {
  async function show({ secret, google_key }: SourceSecrets) {
    const { supabaseUrl } = await readProject()
    onMade({ address: `${supabaseUrl}/functions/v1/enquiry-in/${secret}`, googleKey: google_key })
  }
  const entity = useEntityForm({
    values: { name: '' },
    schema: sourceForm,
    draft: 'new-source',
    write: addSource,
    onSaved: (made) => void show(made),
    onCancel,
  })
  return (
    <EntityForm entity={entity} onSubmit={entity.save} action="Add Source" busyAction="Adding...">
      <TextField name="name" label="Name" placeholder="Spring campaign" required />
    </EntityForm>
  )
}

function Made({ address, googleKey, onDone }: MadeSource & { onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <Secret label="Address" value={address} action="Copy Address" hint="It takes JSON and form fields by POST." />
      <Secret label="Google key" value={googleKey} action="Copy Key" hint="Only for lead forms of Google Ads." />
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </div>
  )
}

type SecretProps = { label: string; value: string; action: string; hint: string }

function Secret({ label, value, action, hint }: SecretProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast.success(sourceToasts.copied)
    } catch {
      toast.error(sourceToasts.notCopied)
    }
  }
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint}>
        {(control) => <Input {...control} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />}
      </Field>
      <Button variant="outline" className="justify-self-start" onClick={() => void copy()}>
        <Copy aria-hidden />
        {action}
      </Button>
    </div>
  )
}
