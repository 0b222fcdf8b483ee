import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { type Notice, toast } from '../../ui/toast.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { catalogue } from '../catalogue.ts'
import { EntryFields } from './entry-fields.tsx'
import { type EntryInput, type EntryTyped, entryForm } from './entry-form.ts'
import { useMemoryDraft } from './use-memory-draft.ts'
import { useVault } from './vault-context.tsx'

type EntryDialogProps = {
  title: string
  description: string
  /** What the button does, and says while it is doing so. */
  action: string
  busyAction: string
  notesHint: string
  /** What is to be known before anything is typed. */
  notice?: ReactNode
  /** What is kept in memory of this form goes by this name. */
  draft: string
  before: EntryTyped
  save: (entry: EntryInput) => Promise<unknown>
  done: Notice
  onClose: () => void
}

/** Open while it is drawn. Closed by accident it keeps what was typed; only Cancel, saving and Lock forget it. */
export function EntryDialog({ before, draft, save, done, onClose, ...texts }: EntryDialogProps) {
  const vault = useVault()
  const form = useForm<EntryTyped, unknown, EntryInput>({ defaultValues: before, resolver: zodResolver(entryForm) })
  const forgetDraft = useMemoryDraft(form, draft)

  const [submit, isBusy] = useSingleFlight(async (entry: EntryInput) => {
    try {
      await save(entry)
      toast.success(done)
      giveUp()
    } catch (error) {
      toast.error(catalogue.vault.saveFailed(error))
    }
  })

  /** The passphrase comes first: without it nothing else that is typed matters. */
  function isUnlocked() {
    try {
      return vault.passphrase() !== ''
    } catch (error) {
      toast.error(catalogue.vault.saveFailed(error))
      return false
    }
  }

  function complain({ title, password }: FieldErrors<EntryTyped>) {
    const isMissing = title?.type === 'too_small' || password?.type === 'custom'
    if (isMissing) toast.error(catalogue.vault.missingFields)
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
            if (isUnlocked()) void form.handleSubmit(submit, complain)(event)
          }}
          className="grid gap-4"
        >
          {texts.notice}
          <EntryFields form={form} notesHint={texts.notesHint} />
          <DialogFooter className="pt-1">
            <Button variant="outline" disabled={isBusy} onClick={giveUp}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? texts.busyAction : texts.action}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
