import { useNow } from '../../lib/use-now.ts'
import { Alert } from '../../ui/alert.tsx'
import { concernsIn } from './concerns.ts'
import type { Entry } from './entry.ts'
import { type Findings, findings, fitOf } from './findings.ts'
import { useUnlocking, useVaultState } from './vault-context.tsx'

/** The results for the passphrase so far, while there is a passphrase and the entries are loaded. */
export function useFindings(entries: readonly Entry[] | undefined): Findings | undefined {
  const unlocking = useUnlocking()
  const verdicts = useVaultState((state) => state.verdicts)
  return unlocking === 0 || !entries ? undefined : findings(entries, verdicts)
}

type PassphraseFindingsProps = { found: Findings | undefined; entries: readonly Entry[] | undefined }

/** Says how the passphrase fits the entries, and which passwords need attention. */
export function PassphraseFindings({ found, entries }: PassphraseFindingsProps) {
  const isDone = found !== undefined && found.tried === found.count
  return (
    <>
      {found && !isDone && (
        <p className="text-ink-soft text-sm tabular-nums">
          Finding out which entries open with this passphrase: {found.tried} of {found.count}.
        </p>
      )}
      <div role="status" className="grid gap-1 text-ink-soft text-sm empty:hidden">
        {isDone && (
          <>
            <p>{inWords(found)}</p>
            {found.opens > 0 && entries && <Concerns entries={entries} />}
          </>
        )}
      </div>
    </>
  )
}

/** Reused and old passwords. The browser finds them: the server knows no password, and so cannot compare them. */
function Concerns({ entries }: { entries: readonly Entry[] }) {
  const now = useNow()
  const verdicts = useVaultState((state) => state.verdicts)
  const fingerprints = useVaultState((state) => state.fingerprints)
  return <p>{concernsIn(entries, { verdicts, fingerprints }, now)}</p>
}

function inWords(found: Findings) {
  const { count, opens } = found
  switch (fitOf(found)) {
    case 'fits':
      return opens === count
        ? `This passphrase opens ${all(count)}.`
        : `This passphrase opens ${opens} of ${count} entries.`
    case 'fits nothing':
      return `It was tried on ${all(count)}. Look at the keyboard layout and at Caps Lock.`
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

const all = (count: number) => (count === 1 ? 'the one entry' : `all ${count} entries`)
