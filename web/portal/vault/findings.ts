import type { Entry } from './entry.ts'
import type { VaultState, Verdict } from './vault.ts'

/** The results of trying the passphrase on these entries so far. */
export type Findings = { count: number; tried: number } & Record<Verdict, number>

export function findings(entries: readonly Entry[], verdicts: VaultState['verdicts']): Findings {
  const found: Findings = { count: entries.length, tried: 0, opens: 0, shut: 0, invalid: 0 }
  for (const { encrypted_password } of entries) {
    const verdict = verdicts.get(encrypted_password)
    if (verdict === undefined) continue
    found.tried += 1
    found[verdict] += 1
  }
  return found
}

/**
 * The conclusion about the passphrase. `first` means that no entry is encrypted with any: a damaged payload opens with
 * none and is no evidence.
 */
export function fitOf({ count, tried, opens, shut }: Findings): 'trying' | 'fits' | 'fits nothing' | 'first' {
  if (opens > 0) return 'fits'
  if (tried < count) return 'trying'
  return shut > 0 ? 'fits nothing' : 'first'
}
