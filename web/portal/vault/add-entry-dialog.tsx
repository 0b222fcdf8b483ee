import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { isUuid } from '../../lib/is-uuid.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CLIENT, clientChoiceQuery } from '../client-choice/client-choices.ts'
import { useMyProfile } from '../me/me-queries.ts'
import { useNewDialog } from '../writes/use-new-dialog.ts'
import type { Entry } from './entry.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { emptyEntry } from './entry-form.ts'
import { addEntry } from './entry-mutations.ts'
import { UnusedPassphrase, useFindings } from './passphrase-findings.tsx'
import { secondPassphrase } from './second-passphrase.ts'
import { useUnlocking, useVault } from './vault-context.tsx'

export function AddEntryDialog({ entries }: { entries: readonly Entry[] | undefined }) {
  const [isOpen, setOpen] = useNewDialog()
  const { client, isLoading } = useClientFromAddress()
  const vault = useVault()
  const unlocking = useUnlocking()
  const found = useFindings(entries)
  const latest = useRef(entries)
  latest.current = entries
  return (
    <>
      <Button
        onClick={() => {
          vault.unlockTyped()
          setOpen(true)
        }}
      >
        <Plus aria-hidden />
        Add Entry
      </Button>
      {isOpen && !isLoading && (
        <EntryDialog
          title="Add Vault Entry"
          description="The password, the two-step key and the notes are encrypted in this browser."
          action="Create"
          busyAction="Creating..."
          notice={unlocking === 0 ? <StillLocked /> : <UnusedPassphrase found={found} />}
          others={entries ?? []}
          secondPassphrase={() => secondPassphrase(vault, () => latest.current)}
          draft={client ? `new for ${client.id}` : 'new'}
          before={{ ...emptyEntry, client }}
          write={addEntry(vault)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** The client that the person came from, or that the list is narrowed to, if the client belongs to their own agency. */
export function useClientFromAddress() {
  const [address] = useSearchParams()
  const id = address.get(CLIENT) ?? ''
  const { data, isLoading } = useQuery({ ...clientChoiceQuery(id), enabled: isUuid(id) })
  const profile = useMyProfile()
  const isOwn = data?.agency_id === profile.data?.agency_id
  return { client: data && isOwn ? { id: data.id, name: data.name } : null, isLoading: isLoading || profile.isLoading }
}

const StillLocked = () => (
  <Alert tone="info">
    The vault is locked. Close this to enter a passphrase. What you have typed will still be here.
  </Alert>
)
