import type { Entry } from './entry.ts'
import type { VaultState } from './vault.ts'

type Prints = VaultState['fingerprints']

/** The number of other opened entries with the same password. */
export function otherUses({ encrypted_password }: Entry, fingerprints: Prints): number {
  const fingerprint = fingerprints.get(encrypted_password)
  return fingerprint === undefined ? 0 : (usesIn(fingerprints).get(fingerprint) ?? 1) - 1
}

export const entriesWith = (fingerprint: string, entries: readonly Entry[], fingerprints: Prints): Entry[] =>
  entries.filter(({ encrypted_password }) => fingerprints.get(encrypted_password) === fingerprint)

/** Counts the uses once for all rows on the screen. */
function usesIn(fingerprints: Prints): ReadonlyMap<string, number> {
  let uses = counted.get(fingerprints)
  if (uses) return uses
  uses = new Map()
  for (const fingerprint of fingerprints.values()) uses.set(fingerprint, (uses.get(fingerprint) ?? 0) + 1)
  counted.set(fingerprints, uses)
  return uses
}

const counted = new WeakMap<Prints, Map<string, number>>()

const DAY_MS = 24 * 60 * 60 * 1000
export const OLD_AFTER_DAYS = 365

export const isOld = (entry: Entry, now: number) => ageInDays(entry, now) > OLD_AFTER_DAYS

/** The age of a password in a fitting unit: '14 months old'. */
export function passwordAge(entry: Entry, now: number): string {
  const days = ageInDays(entry, now)
  if (days < 60) return inWords(days, 'day')
  const months = Math.floor(days / 30.44)
  return months < 24 ? inWords(months, 'month') : inWords(Math.floor(months / 12), 'year')
}

const ageInDays = ({ password_changed_at }: Entry, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(password_changed_at)) / DAY_MS))

const inWords = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`
