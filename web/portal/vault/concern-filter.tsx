import { useNow } from '../../lib/use-now.ts'
import { Select } from '../../ui/input.tsx'
import { type Concern, concernLabels, concerns, isConcern, isConcernedBy } from './concerns.ts'
import type { Entry } from './entry.ts'
import { useUnlocking, useVaultState } from './vault-context.tsx'

type ConcernFilterProps = { concern: Concern | undefined; onChange: (concern: Concern | undefined) => void }

/** Limits the list to what is worth looking at; only an open vault knows all of it. */
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

/** These entries, or those among them that are worth looking at. */
export function useConcerned(entries: readonly Entry[], concern: Concern | undefined): readonly Entry[] {
  const now = useNow()
  const isAsked = concern !== undefined
  // What shows everything is not drawn anew with each verdict.
  const verdicts = useVaultState((state) => (isAsked ? state.verdicts : undefined))
  const prints = useVaultState((state) => (isAsked ? state.prints : undefined))
  if (!concern || !verdicts || !prints) return entries
  return entries.filter((entry) => isConcernedBy(concern, entry, { verdicts, prints }, now))
}
