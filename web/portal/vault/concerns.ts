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

export type KnownVerdicts = Pick<VaultState, 'verdicts' | 'fingerprints'>

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
