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
import type { Opened } from './open-entry.ts'
import { useSecondPassphrase } from './use-second-passphrase.tsx'
import type { Vault } from './vault.ts'
import { useVault } from './vault-context.tsx'
import { vaultToasts } from './vault-toasts.ts'

type EntryDialogProps = {
  title: string
  description: string
  /** What the button does, and says while it is doing so. */
  action: string
  busyAction: string
  /** What is stored of the entry, unless it is new. */
  stored?: Opened
  /** The entries that may have the same password. */
  others: readonly Entry[]
  /** Why saving would bring a second passphrase into being, which is asked about first. */
  secondPassphrase?: () => Promise<string | undefined>
  /** What is to be known before anything is typed. */
  notice?: ReactNode
  /** What is kept in memory of this form goes by this name. */
  draft: string
  before: EntryTyped
  write: Write<EntryInput>
  /** Saving found a newer version: it becomes what stood there `before`. */
  onNewerChange?: () => Promise<void>
  onClose: () => void
}

/** Open while it is drawn. Closed by accident it keeps what was typed; only Cancel, saving and Lock forget it. */
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

  /** The passphrase comes first: without it nothing else that is typed matters. */
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
        mayBegin={isUnlocked}
        onSubmit={askFirst}
        complain={complain}
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

/** Until the vault is locked: no password lies in the browser's storage. */
const useDraftsInMemory = (vault: Vault) =>
  useMemo(() => ({ read: vault.draft, keep: vault.keepDraft, drop: vault.dropDraft }), [vault])

function complain({ title, password }: FieldErrors<EntryTyped>) {
  if (title?.type === 'too_small' || password?.type === 'custom') toast.error(vaultToasts.missingFields)
}
