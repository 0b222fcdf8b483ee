import { Alert } from '../../ui/alert.tsx'
import type { Entry } from './entry.ts'
import { findings } from './use-check.ts'
import { usePassphrase, useVaultState } from './vault-context.tsx'

/** How the passphrase fits the entries, where it opens any. */
export function PassphraseFindings({ entries }: { entries: readonly Entry[] | undefined }) {
  const passphrase = usePassphrase()
  const verdicts = useVaultState((state) => state.verdicts)
  if (passphrase === '' || !entries) return null
  const { count, checked, opening } = findings(entries, verdicts)
  if (checked < count) {
    return (
      <p className="text-ink-soft text-sm tabular-nums">
        Finding out which entries open with this passphrase: {checked} of {count}.
      </p>
    )
  }
  if (opening === 0) return null
  return (
    <p role="status" className="text-ink-soft text-sm">
      {opening === count
        ? `This passphrase opens ${all(count)}.`
        : `This passphrase opens ${opening} of ${count} entries.`}
    </p>
  )
}

/**
 * Said where a passphrase is new, in which a slip of the finger would otherwise not be noticed. It never stands in the
 * way: whoever wants another passphrase may have it.
 */
export function UnusedPassphrase({ entries }: { entries: readonly Entry[] | undefined }) {
  const passphrase = usePassphrase()
  const verdicts = useVaultState((state) => state.verdicts)
  if (passphrase === '' || !entries) return null
  const { count, checked, opening } = findings(entries, verdicts)
  if (checked < count || opening > 0) return null
  return (
    <Alert tone="info">
      {count === 0
        ? 'There are no entries yet: the first one will open with this passphrase only. '
        : `This passphrase opens none of the entries here, ${count} in all. What you save now will open with this passphrase only. `}
      Nobody can recover a lost passphrase.
    </Alert>
  )
}

const all = (count: number) => (count === 1 ? 'the one entry' : `all ${count} entries`)
