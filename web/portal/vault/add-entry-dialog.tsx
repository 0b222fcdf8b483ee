import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { Entry } from './entry.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { emptyEntry } from './entry-form.ts'
import { addEntry } from './entry-mutations.ts'
import { UnusedPassphrase, useFindings } from './passphrase-findings.tsx'
import { secondPassphrase } from './second-passphrase.ts'
import { usePassphrase, useVault } from './vault-context.tsx'

export function AddEntryDialog({ entries }: { entries: readonly Entry[] | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const vault = useVault()
  const passphrase = usePassphrase()
  const found = useFindings(entries)
  const latest = useRef(entries)
  latest.current = entries
  return (
    <>
      <Button
        onClick={() => {
          vault.takeTyped()
          setOpen(true)
        }}
      >
        <Plus aria-hidden />
        Add Entry
      </Button>
      {isOpen && (
        <EntryDialog
          title="Add Vault Entry"
          description="The password and the notes are encrypted in this browser."
          action="Create"
          busyAction="Creating..."
          notice={passphrase === '' ? <StillLocked /> : <UnusedPassphrase found={found} />}
          others={entries ?? []}
          secondPassphrase={() => secondPassphrase(vault, () => latest.current)}
          draft="new"
          before={emptyEntry}
          write={addEntry(vault)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const StillLocked = () => (
  <Alert tone="info">
    The vault is locked. Close this to enter a passphrase; what you have typed will still be here.
  </Alert>
)
