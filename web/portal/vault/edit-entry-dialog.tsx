import { Alert } from '../../ui/alert.tsx'
import { catalogue } from '../catalogue.ts'
import type { Entry } from './entry.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { useUpdateEntry } from './entry-mutations.ts'

/** An entry with its password, or with why that cannot be read. */
export type Opened = { entry: Entry; password?: string; failure?: string }

export function EditEntryDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const { entry, password, failure } = opened
  const { mutateAsync: updateEntry } = useUpdateEntry(entry)
  return (
    <EntryDialog
      title="Edit Vault Entry"
      description="The password and the notes are encrypted in this browser."
      action="Update"
      busyAction="Updating..."
      notesHint="Not shown again. Leave this empty to keep what is stored."
      notice={failure !== undefined && <Unreadable failure={failure} />}
      draft={entry.id}
      before={{
        title: entry.title,
        website_url: entry.website_url ?? '',
        username: entry.username ?? '',
        password: password ?? '',
        notes: '',
        tags: entry.tags.join(', '),
        is_favorite: entry.is_favorite,
        share_with_agency: entry.agency_id !== null,
      }}
      save={(changed) => updateEntry({ entry: changed, password })}
      done={catalogue.vault.updated}
      onClose={onClose}
    />
  )
}

/** The stored password stays shut, but can be replaced. */
function Unreadable({ failure }: { failure: string }) {
  return (
    <Alert tone="danger">
      <p className="font-medium">{failure}</p>
      <p>Type a new password to replace the stored one; it will open with the passphrase you have entered.</p>
    </Alert>
  )
}
