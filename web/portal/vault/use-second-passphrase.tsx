import { useState } from 'react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

const newEntry = {
  title: 'Use a second passphrase?',
  opens: 'The new entry',
  action: 'Create Anyway',
  busyAction: 'Creating...',
}

/**
 * Asks for confirmation before a second passphrase is introduced, which is mostly a typing mistake. `why` returns the reason to ask;
 * without one the form is submitted at once. The texts say what would open with that passphrase only.
 */
export function useSecondPassphrase<Input>(
  why: (() => Promise<string | undefined>) | undefined,
  submit: (input: Input) => Promise<unknown>,
  given: Partial<typeof newEntry> = {},
) {
  const texts = { ...newEntry, ...given }
  const [unconfirmed, setUnconfirmed] = useState<{ reason: string; input: Input }>()
  const [askFirst, isAsking] = useSingleFlight(async (input: Input) => {
    const reason = await why?.()
    if (reason === undefined) await submit(input)
    else setUnconfirmed({ reason, input })
  })
  const [submitConfirmed, isSubmitting] = useSingleFlight(async ({ input }: { input: Input }) => {
    await submit(input)
    setUnconfirmed(undefined)
  })
  const question = (
    <ConfirmDialog
      isOpen={unconfirmed !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isSubmitting && setUnconfirmed(undefined)}
      title={texts.title}
      description={`${unconfirmed?.reason ?? ''} ${texts.opens} will open with it only, and nobody can recover a lost passphrase.`}
      action={texts.action}
      busyAction={texts.busyAction}
      isBusy={isSubmitting}
      onConfirm={() => unconfirmed && void submitConfirmed(unconfirmed)}
    />
  )
  return { askFirst, isAsking, question }
}
