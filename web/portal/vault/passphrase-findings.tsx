import { Alert } from '../../ui/alert.tsx'
import type { Entry } from './entry.ts'
import { type Findings, findings, fitOf } from './findings.ts'
import { useUnlocking, useVaultState } from './vault-context.tsx'

/** The results for the passphrase so far, while there is a passphrase and the entries are loaded. */
export function useFindings(entries: readonly Entry[] | undefined): Findings | undefined {
  const unlocking = useUnlocking()
  const verdicts = useVaultState((state) => state.verdicts)
  return unlocking === 0 || !entries ? undefined : findings(entries, verdicts)
}

/** Says how many of the entries the passphrase opens, or how many were tried so far. */
export function PassphraseFindings({ found }: { found: Findings | undefined }) {
  const isDone = found !== undefined && found.tried === found.count
  return (
    <>
      {found && !isDone && (
        <p className="text-ink-soft text-sm tabular-nums">
          Tried {found.tried} of {found.count}
        </p>
      )}
      <p role="status" className="text-ink-soft text-sm tabular-nums empty:hidden">
        {isDone && inWords(found)}
      </p>
    </>
  )
}

function inWords(found: Findings) {
  switch (fitOf(found)) {
    case 'fits':
      return `Opens ${found.opens} of ${found.count}`
    case 'fits nothing':
      return 'Check the keyboard layout and Caps Lock.'
    default:
      return undefined
  }
}

/** A note under a new passphrase, which could hide a typing mistake. Another passphrase is allowed. */
export function UnusedPassphrase({ found }: { found: Findings | undefined }) {
  const fit = found && fitOf(found)
  if (!found || (fit !== 'first' && fit !== 'fits nothing')) return null
  return (
    <Alert tone="info">
      {fit === 'first'
        ? 'There are no entries yet: the first one will open with this passphrase only. '
        : `This passphrase opens none of the entries here, ${found.count} in all. What you save now will open with this passphrase only. `}
      Nobody can recover a lost passphrase.
    </Alert>
  )
}
