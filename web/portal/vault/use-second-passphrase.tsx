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
  const [asked, setAsked] = useState<{ reason: string; entry: EntryInput }>()
  const [askFirst, isAsking] = useSingleFlight(async (entry: EntryInput) => {
    const reason = await why?.()
    if (reason === undefined) await submit(entry)
    else setAsked({ reason, entry })
  })
  const [submitAsked, isSubmitting] = useSingleFlight(async ({ entry }: { entry: EntryInput }) => {
    await submit(entry)
    setAsked(undefined)
  })
  const question = (
    <ConfirmDialog
      isOpen={asked !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isSubmitting && setAsked(undefined)}
      title="Use a second passphrase?"
      description={`${asked?.reason ?? ''} The new entry will open with it only, and nobody can recover a lost passphrase.`}
      action="Create Anyway"
      busyAction="Creating..."
      isBusy={isSubmitting}
      onConfirm={() => asked && void submitAsked(asked)}
    />
  )
  return { askFirst, isAsking, question }
}
