import { type ReactNode, useMemo } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import type { Write } from '../writes/use-write.ts'
import type { Entry } from './entry.ts'
import { EntryFields } from './entry-fields.tsx'
import { type EntryInput, type EntryTyped, entryForm } from './entry-form.ts'
import type { OpenedEntry } from './open-entry.ts'
import { useSecondPassphrase } from './use-second-passphrase.tsx'
import type { Vault } from './vault.ts'
import { useVault } from './vault-context.tsx'
import { vaultToasts } from './vault-toasts.ts'

type EntryDialogProps = {
  title: string
  description: string
  /** The label of the button, and its label while saving. */
  action: string
  busyAction: string
  /** The stored entry; undefined for a new one. */
  stored?: OpenedEntry
  /** The entries to compare the password with. */
  others: readonly Entry[]
  /** Returns the reason why saving would introduce a second passphrase, which must be confirmed first. */
  secondPassphrase?: () => Promise<string | undefined>
  /** A note above the fields. */
  notice?: ReactNode
  /** The name under which the form's draft is kept in memory. */
  draft: string
  before: EntryTyped
  write: Write<EntryInput>
  /** Called when saving has found a newer version, to load it as the stored one. */
  onNewerChange?: () => Promise<void>
  onClose: () => void
}

/** The dialog is open while it is rendered. Closing it by accident keeps the draft; only Cancel, saving and Lock drop it. */
export function EntryDialog(props: EntryDialogProps) {
  const { before, draft, write, onNewerChange, stored, others, secondPassphrase, onClose, ...texts } = props
  const vault = useVault()
  const entity = useEntityForm({
    values: before,
    schema: entryForm,
    draft,
    drafts: useDraftsInMemory(vault),
    write,
    version: before.seen,
    onNewerChange,
    onDone: onClose,
  })
  const { askFirst, isAsking, question } = useSecondPassphrase(secondPassphrase, entity.save)

  /** The passphrase comes first: without it nothing else can be saved. */
  function isUnlocked() {
    try {
      return vault.passphrase() !== ''
    } catch (error) {
      toast.error(vaultToasts.saveFailed(error))
      return false
    }
  }

  return (
    <FormDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.title}
      description={texts.description}
      className="sm:max-w-xl"
    >
      <EntityForm
        entity={{ ...entity, isBusy: entity.isBusy || isAsking }}
        thing="entry"
        isOwn
        canSubmit={isUnlocked}
        onSubmit={askFirst}
        onInvalid={complain}
        autoComplete="off"
        action={texts.action}
        busyAction={texts.busyAction}
      >
        {texts.notice}
        <EntryFields stored={stored} others={others} />
      </EntityForm>
      {question}
    </FormDialog>
  )
}

/** Drafts stay in memory until the vault is locked: no password is written to the browser's storage. */
const useDraftsInMemory = (vault: Vault) =>
  useMemo(() => ({ read: vault.draft, keep: vault.keepDraft, drop: vault.dropDraft }), [vault])

function complain({ title, password }: FieldErrors<EntryTyped>) {
  if (title?.type === 'too_small' || password?.type === 'custom') toast.error(vaultToasts.missingFields)
}
