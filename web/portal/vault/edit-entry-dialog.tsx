import { Alert } from '../../ui/alert.tsx'
import { toast } from '../../ui/toast.ts'
import type { Entry } from './entry.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { type EntryTyped, tagsText } from './entry-form.ts'
import { updateEntry } from './entry-mutations.ts'
import { type OpenedEntry, useOpenEntry } from './open-entry.ts'
import { useVault } from './vault-context.tsx'
import { vaultToasts } from './vault-toasts.ts'

type EditEntryDialogProps = {
  opened: OpenedEntry
  entries: readonly Entry[]
  onReopened: (opened: OpenedEntry) => void
  onClose: () => void
}

export function EditEntryDialog({ opened, entries, onReopened, onClose }: EditEntryDialogProps) {
  const { entry, failure } = opened
  const vault = useVault()
  const openEntry = useOpenEntry()

  async function reopen() {
    try {
      onReopened(await openEntry(entry.id))
    } catch (error) {
      toast.error(vaultToasts.openingFailed(error))
    }
  }

  return (
    <EntryDialog
      title="Edit Vault Entry"
      description="The password, the two-step key and the notes are encrypted in this browser."
      action="Update"
      busyAction="Updating..."
      stored={opened}
      others={entries.filter(({ id }) => id !== entry.id)}
      notice={failure !== undefined && <Unreadable failure={failure} />}
      draft={entry.id}
      before={typedOf(opened)}
      write={updateEntry(vault, opened)}
      onNewerChange={reopen}
      onClose={onClose}
    />
  )
}

const typedOf = ({ entry, password = '' }: OpenedEntry): EntryTyped => ({
  title: entry.title,
  website_url: entry.website_url ?? '',
  username: entry.username ?? '',
  password,
  notes: '',
  removes_notes: false,
  two_step_key: '',
  removes_two_step_key: false,
  tags: tagsText(entry.tags),
  client: entry.client_id !== null && entry.client ? { id: entry.client_id, name: entry.client.name } : null,
  is_favorite: entry.is_favorite,
  share_with_agency: entry.agency_id !== null,
  seen: entry.updated_at,
})

/** The stored password cannot be decrypted, but it can be replaced. */
function Unreadable({ failure }: { failure: string }) {
  return (
    <Alert tone="danger">
      <p className="font-medium">{failure}</p>
      <p>Type a new password to replace the stored one; it will open with the passphrase you have entered.</p>
    </Alert>
  )
}
