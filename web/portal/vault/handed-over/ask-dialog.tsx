import { useRef } from 'react'
import { z } from '../../../lib/zod.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { toast } from '../../../ui/toast.ts'
import { EntityForm } from '../../writes/entity-form.tsx'
import { useEntityForm } from '../../writes/use-entity-form.ts'
import { useDialogInAddress } from '../../writes/use-new-dialog.ts'
import { useClientFromAddress } from '../add-entry-dialog.tsx'
import type { Entry } from '../entry.ts'
import { UnusedPassphrase, useFindings } from '../passphrase-findings.tsx'
import { secondPassphrase } from '../second-passphrase.ts'
import { UnlockForm } from '../unlock-form.tsx'
import { useSecondPassphrase } from '../use-second-passphrase.tsx'
import { VaultLocked } from '../vault.ts'
import { useUnlocking, useVault } from '../vault-context.tsx'
import { vaultToasts } from '../vault-toasts.ts'
import { askForSecret } from './handed-over-mutations.ts'

const askForm = z.object({ label: z.string().trim().min(1, 'Enter what it is for.').max(80, 'At most 80 characters.') })

type AskDialogProps = { entries: readonly Entry[] | undefined }

/** The dialog that asks a client for a password (`?client={id}&ask`). */
export function AskDialog({ entries }: AskDialogProps) {
  const [isOpen, setOpen] = useDialogInAddress('ask')
  const { client } = useClientFromAddress()
  const isLocked = useUnlocking() === 0
  return (
    <FormDialog
      isOpen={isOpen && client !== null}
      onOpenChange={setOpen}
      title="Ask for a password"
      description={`${client?.name ?? ''} types it on their page within 14 days. It is encrypted in their browser, and opens with the passphrase of your vault.`}
    >
      {client && isLocked && <UnlockFirst />}
      {client && !isLocked && <AskForm client={client} entries={entries} onDone={() => setOpen(false)} />}
    </FormDialog>
  )
}

/** The passphrase is needed to ask, because the answer opens with it. */
function UnlockFirst() {
  const vault = useVault()
  const field = useRef<HTMLInputElement>(null)
  function unlock(typed: string) {
    if (typed.trim() === '') toast.error(vaultToasts.askingFailed(new VaultLocked()))
    else vault.unlock(typed)
  }
  return <UnlockForm field={field} onUnlock={unlock} />
}

type AskFormProps = AskDialogProps & { client: { id: string; name: string }; onDone: () => void }

function AskForm({ client, entries, onDone }: AskFormProps) {
  const vault = useVault()
  const found = useFindings(entries)
  const entity = useEntityForm({
    values: { label: '' },
    schema: askForm,
    draft: `ask ${client.id}`,
    write: askForSecret(vault, client),
    onDone,
  })
  const { askFirst, isAsking, question } = useSecondPassphrase(
    () => secondPassphrase(vault, () => entries),
    entity.save,
    { opens: 'What the client sends', action: 'Ask Anyway', busyAction: 'Asking...' },
  )

  return (
    <>
      <EntityForm
        entity={{ ...entity, isBusy: entity.isBusy || isAsking }}
        onSubmit={askFirst}
        autoComplete="off"
        action="Ask"
        busyAction="Asking..."
      >
        <UnusedPassphrase found={found} />
        <TextField name="label" label="What for?" required placeholder="Shop admin password" />
      </EntityForm>
      {question}
    </>
  )
}
