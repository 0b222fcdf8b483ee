import { useNow } from '../../lib/use-now.ts'
import { Select } from '../../ui/input.tsx'
import { type Concern, concernLabels, concerns, isConcern, isConcernedBy } from './concerns.ts'
import type { Entry } from './entry.ts'
import { useUnlocking, useVaultState } from './vault-context.tsx'

type ConcernFilterProps = { concern: Concern | undefined; onChange: (concern: Concern | undefined) => void }

/** Limits the list to entries that need attention, which only an unlocked vault knows. */
export function ConcernFilter({ concern, onChange }: ConcernFilterProps) {
  const isOpen = useUnlocking() > 0
  return (
    <Select
      aria-label="Filter entries"
      value={concern ?? ''}
      onChange={({ target }) => onChange(isConcern(target.value) ? target.value : undefined)}
      className="lg:w-56"
    >
      <option value="">All entries</option>
      {concerns.map((name) => (
        <option key={name} value={name} disabled={!isOpen && name !== 'old'}>
          {concernLabels[name]}
        </option>
      ))}
    </Select>
  )
}

/** The entries, or only those that need attention. */
export function useConcerned(entries: readonly Entry[], concern: Concern | undefined): readonly Entry[] {
  const now = useNow()
  const isAsked = concern !== undefined
  // The unfiltered list does not subscribe to the verdicts, so it is not rendered with each.
  const verdicts = useVaultState((state) => (isAsked ? state.verdicts : undefined))
  const fingerprints = useVaultState((state) => (isAsked ? state.fingerprints : undefined))
  if (!concern || !verdicts || !fingerprints) return entries
  return entries.filter((entry) => isConcernedBy(concern, entry, { verdicts, fingerprints }, now))
}
