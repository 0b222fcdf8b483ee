import { useState } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { EntryInput } from './entry-form.ts'

type Submit = (entry: EntryInput) => Promise<unknown>

/**
 * Asks before a second passphrase is introduced, which is mostly a typing mistake. `why` returns the reason to ask;
 * without one the entry is submitted at once.
 */
export function useSecondPassphrase(why: (() => Promise<string | undefined>) | undefined, submit: Submit) {
  const [unconfirmed, setUnconfirmed] = useState<{ reason: string; entry: EntryInput }>()
  const [askFirst, isAsking] = useSingleFlight(async (entry: EntryInput) => {
    const reason = await why?.()
    if (reason === undefined) await submit(entry)
    else setUnconfirmed({ reason, entry })
  })
  const [submitConfirmed, isSubmitting] = useSingleFlight(async ({ entry }: { entry: EntryInput }) => {
    await submit(entry)
    setUnconfirmed(undefined)
  })
  const question = (
    <ConfirmDialog
      isOpen={unconfirmed !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isSubmitting && setUnconfirmed(undefined)}
      title="Use a second passphrase?"
      description={`${unconfirmed?.reason ?? ''} The new entry will open with it only, and nobody can recover a lost passphrase.`}
      action="Create Anyway"
      busyAction="Creating..."
      isBusy={isSubmitting}
      onConfirm={() => unconfirmed && void submitConfirmed(unconfirmed)}
    />
  )
  return { askFirst, isAsking, question }
}
