import type { Entry } from './entry.ts'
import { isOld, otherUses } from './reuse.ts'
import type { VaultState } from './vault.ts'

/** The reasons why an entry may need attention. */
export const concerns = ['reused', 'old', 'shut'] as const
export type Concern = (typeof concerns)[number]

export const concernLabels = {
  reused: 'Same password as another',
  old: 'Password over a year old',
  shut: 'Does not open',
} satisfies Record<Concern, string>

export const isConcern = (name: string): name is Concern => concerns.some((concern) => concern === name)

type KnownVerdicts = Pick<VaultState, 'verdicts' | 'fingerprints'>

export function isConcernedBy(
  concern: Concern,
  entry: Entry,
  { verdicts, fingerprints }: KnownVerdicts,
  now: number,
): boolean {
  if (concern === 'reused') return otherUses(entry, fingerprints) > 0
  if (concern === 'old') return isOld(entry, now)
  const verdict = verdicts.get(entry.encrypted_password)
  return verdict === 'shut' || verdict === 'invalid'
}

/** Describes how many entries share their password, how many have an old one, and how many are unknown. */
export function concernsIn(entries: readonly Entry[], known: KnownVerdicts, now: number): string {
  const count = (concern: Concern) => entries.filter((entry) => isConcernedBy(concern, entry, known, now)).length
  const [reused, old, shut] = [count('reused'), count('old'), count('shut')]
  return [
    reused === 0 ? 'No two of them have the same password.' : `${reused} of them share a password with another.`,
    old > 0 && `${old} ${old === 1 ? 'password is' : 'passwords are'} over a year old.`,
    shut > 0 && `Nothing is known of the ${shut === 1 ? 'one that does' : `${shut} that do`} not open.`,
  ]
    .filter(Boolean)
    .join(' ')
}
