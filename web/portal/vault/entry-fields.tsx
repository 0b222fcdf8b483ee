import { useWatch } from 'react-hook-form'
import { Input, Textarea } from '../../ui/input.tsx'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { recordAccess } from './access-log.ts'
import type { Entry } from './entry.ts'
import { EntryClient } from './entry-client.tsx'
import type { EntryTyped } from './entry-form.ts'
import type { OpenedEntry } from './open-entry.ts'
import { PasswordField } from './password-field.tsx'
import { secretInputAttributes } from './secret-input.tsx'
import { StoredNotes } from './stored-notes.tsx'
import { TwoStepKeyField } from './two-step-key/two-step-key-field.tsx'

const { FormField, SwitchField, TextField } = typedFormFields<EntryTyped>()

type EntryFieldsProps = {
  /** The stored entry; undefined for a new one. */
  stored: OpenedEntry | undefined
  others: readonly Entry[]
}

/** The fields of an entry, new or stored. */
export function EntryFields({ stored, others }: EntryFieldsProps) {
  /** Records that a stored password was viewed; a person's own input is not recorded. */
  function noteView(shown: string) {
    if (stored && shown === stored.password) void recordAccess(stored.entry.id, 'viewed')
  }

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="title" label="Title" required />
        <TextField name="website_url" label="Website URL" type="url" placeholder="https://" />
      </div>
      <FormField name="username" label="Username">
        {(control) => <Input {...control} {...secretInputAttributes} />}
      </FormField>
      <PasswordField others={others} onShown={noteView} />
      <TwoStepKeyField stored={stored?.entry} />
      <NotesField stored={stored} />
      <EntryClient />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="tags" label="Tags" hint="Separated by commas." placeholder="client, hosting" />
        <div className="grid content-start gap-3 sm:pt-1">
          <SwitchField name="is_favorite" label="Favorite" className={toggle} />
          <SwitchField
            name="share_with_agency"
            label="Share with agency"
            hint="Opens with this passphrase."
            className={toggle}
          />
        </div>
      </div>
    </>
  )
}

const toggle = 'gap-x-3 self-start'

function NotesField({ stored }: Pick<EntryFieldsProps, 'stored'>) {
  const hasNotes = stored?.hasNotes ?? false
  const notes = useWatch<EntryTyped, 'notes'>({ name: 'notes' })
  return (
    <div className="grid gap-3">
      <FormField
        name="notes"
        label="Notes"
        hint={hasNotes ? 'There are notes. Leave this empty to keep them.' : 'Shown again only when you ask for them.'}
      >
        {(control) => (
          <Textarea {...control} {...secretInputAttributes} autoCapitalize="sentences" className="min-h-16" />
        )}
      </FormField>
      {stored && hasNotes && (
        <>
          <StoredNotes entryId={stored.entry.id} />
          {/* Whoever types notes replaces the stored ones anyway. */}
          {notes.trim() === '' && (
            <SwitchField name="removes_notes" label="Remove the stored notes" className={toggle} />
          )}
        </>
      )}
    </div>
  )
}
