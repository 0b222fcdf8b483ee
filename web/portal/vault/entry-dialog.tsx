import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { NewerChange } from '../writes/newer-change.ts'
import { NewerChangeAlert } from '../writes/newer-change-alert.tsx'
import { useNewerChange } from '../writes/use-newer-change.ts'
import { useWrite, type Write } from '../writes/use-write.ts'
import type { Entry } from './entry.ts'
import { EntryFields } from './entry-fields.tsx'
import { type EntryInput, type EntryTyped, entryForm } from './entry-form.ts'
import type { Opened } from './open-entry.ts'
import { useMemoryDraft } from './use-memory-draft.ts'
import { useSecondPassphrase } from './use-second-passphrase.tsx'
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
  const form = useForm<EntryTyped, unknown, EntryInput>({ defaultValues: before, resolver: zodResolver(entryForm) })
  const forgetDraft = useMemoryDraft(form, draft)

  const [submit, isWriting] = useWrite(write, {
    onSuccess: giveUp,
    async onError(error) {
      if (!(error instanceof NewerChange)) return
      await onNewerChange?.()
      refuse()
    },
  })

  const { askFirst, isAsking, question } = useSecondPassphrase(secondPassphrase, submit)
  const isBusy = isWriting || isAsking

  const { isOutdated, refuse, takeTheirs } = useNewerChange(form, {
    seen: form.watch('seen'),
    current: before.seen,
    theirs: before,
    isBusy,
  })

  /** The passphrase comes first: without it nothing else that is typed matters. */
  function isUnlocked() {
    try {
      return vault.passphrase() !== ''
    } catch (error) {
      toast.error(vaultToasts.saveFailed(error))
      return false
    }
  }

  function complain({ title, password }: FieldErrors<EntryTyped>) {
    const isMissing = title?.type === 'too_small' || password?.type === 'custom'
    if (isMissing) toast.error(vaultToasts.missingFields)
  }

  function giveUp() {
    forgetDraft()
    onClose()
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent {...useReturnFocus()} title={texts.title} description={texts.description} className="sm:max-w-xl">
        <form
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault()
            if (isUnlocked()) void form.handleSubmit(askFirst, complain)(event)
          }}
          className="grid gap-4"
        >
          {texts.notice}
          <EntryFields form={form} stored={stored} others={others} />
          {isOutdated && (
            <NewerChangeAlert
              thing="entry"
              isOwn
              isBusy={isBusy}
              onTakeTheirs={takeTheirs}
              onSaveMine={() => void form.handleSubmit((mine) => submit({ ...mine, seen: before.seen }), complain)()}
            />
          )}
          <DialogFooter className="pt-1">
            <Button variant="outline" disabled={isBusy} onClick={giveUp}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? texts.busyAction : texts.action}
            </Button>
          </DialogFooter>
        </form>
        {question}
      </DialogContent>
    </Dialog>
  )
}
