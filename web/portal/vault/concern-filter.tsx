import { useNow } from '../../lib/use-now.ts'
import { Select } from '../../ui/input.tsx'
import { type Concern, concernLabels, concerns, isConcern, isConcernedBy, type KnownVerdicts } from './concerns.ts'
import type { Entry } from './entry.ts'
import { useVaultState } from './vault-context.tsx'

type ConcernFilterProps = {
  entries: readonly Entry[]
  concern: Concern | undefined
  onChange: (concern: Concern | undefined) => void
}

/**
 * Limits the list to entries that need attention, and counts them; without any there is nothing to choose. The browser
 * finds them: the server knows no password, and an unlocked vault only those that open.
 */
export function ConcernFilter({ entries, concern, onChange }: ConcernFilterProps) {
  const known = useKnownVerdicts(true)
  const now = useNow()
  const counts = concerns.map((name) => ({
    name,
    count: known ? entries.filter((entry) => isConcernedBy(name, entry, known, now)).length : 0,
  }))
  if (concern === undefined && counts.every(({ count }) => count === 0)) return null
  return (
    <Select
      aria-label="Filter entries"
      value={concern ?? ''}
      onChange={({ target }) => onChange(isConcern(target.value) ? target.value : undefined)}
      className="lg:w-56"
    >
      <option value="">All entries</option>
      {counts.map(({ name, count }) => (
        <option key={name} value={name} disabled={count === 0 && name !== concern}>
          {concernLabels[name]} ({count})
        </option>
      ))}
    </Select>
  )
}

/** The entries, or only those that need attention. */
export function useConcerned(entries: readonly Entry[], concern: Concern | undefined): readonly Entry[] {
  const known = useKnownVerdicts(concern !== undefined)
  const now = useNow()
  return concern && known ? entries.filter((entry) => isConcernedBy(concern, entry, known, now)) : entries
}

/** The unfiltered list does not want the verdicts, so it is not rendered with each. */
function useKnownVerdicts(isWanted: boolean): KnownVerdicts | undefined {
  const verdicts = useVaultState((state) => (isWanted ? state.verdicts : undefined))
  const fingerprints = useVaultState((state) => (isWanted ? state.fingerprints : undefined))
  return verdicts && fingerprints && { verdicts, fingerprints }
}
