import { isMine, ownerName } from '../entry.ts'
import type { StoredEntry } from '../export/stored-entries.ts'
import type { EncryptedEntry, OpeningResult } from './rewrapper.ts'

/** The effects of a change, after everything was tried with the present passphrase. */
export type ChangePlan = {
  /** The person's own entries that open completely. */
  entries: readonly StoredEntry[]
  /** The person's own entries that do not, with the reason. */
  leftOut: readonly { entry: StoredEntry; why: string }[]
  /**
   * Entries of colleagues that open with the present passphrase and will keep it, by the person who would have to change
   * them.
   */
  colleagues: readonly { id: string | null; name: string; titles: readonly string[] }[]
}

const reasons = {
  shut: 'opens with another passphrase',
  'notes are shut': 'its notes open with another passphrase',
  'key is shut': 'its two-step key opens with another passphrase',
  invalid: 'is damaged: Invalid payload',
} satisfies Record<Exclude<OpeningResult, 'opens'>, string>

export function planOf(
  all: readonly StoredEntry[],
  openings: ReadonlyMap<string, OpeningResult>,
  myId: string,
): ChangePlan {
  const mine = all.filter((entry) => isMine(entry, myId))
  const theirs = all.filter((entry) => !isMine(entry, myId) && opensItsPassword(openings.get(entry.id)))
  return {
    entries: mine.filter(({ id }) => openings.get(id) === 'opens'),
    leftOut: mine.flatMap((entry) => {
      const opening = openings.get(entry.id)
      if (opening === undefined) throw new Error('An entry was not tried.')
      return opening === 'opens' ? [] : [{ entry, why: reasons[opening] }]
    }),
    colleagues: [...Map.groupBy(theirs, ({ user_id }) => user_id)].map(([id, entries]) => ({
      id,
      name: entries.map(ownerName).at(0) ?? '',
      titles: entries.map(({ title }) => title),
    })),
  }
}

const opensItsPassword = (opening: OpeningResult | undefined) =>
  opening === 'opens' || opening === 'notes are shut' || opening === 'key is shut'

/** The argument of the database function: each entry with the version that was read. */
export type VaultChange = {
  entries: readonly (EncryptedEntry & { seen: string })[]
  leftOut: readonly { id: string; title: string }[]
}

export function changeOf(
  { entries, leftOut }: ChangePlan,
  rewrapped: ReadonlyMap<string, EncryptedEntry>,
): VaultChange {
  return {
    entries: entries.map(({ id, updated_at }) => {
      const secrets = rewrapped.get(id)
      if (!secrets) throw new Error('An entry was not encrypted.')
      return { ...secrets, seen: updated_at }
    }),
    leftOut: leftOut.map(({ entry: { id, title } }) => ({ id, title })),
  }
}

/** The limit of a request (supabase/config.toml): everything must be stored by one. */
const MAX_BYTES = 10 * 1024 * 1024
/** The bytes of an id, a version, field names, and a backslash before each quote. */
const BYTES_AROUND = 250

/** Encrypting again does not change the size. */
export const isTooLarge = ({ entries }: ChangePlan) =>
  entries.reduce(
    (sum, { encrypted_password, encrypted_notes, encrypted_two_step_key }) =>
      sum +
      encrypted_password.length +
      (encrypted_notes?.length ?? 0) +
      (encrypted_two_step_key?.length ?? 0) +
      BYTES_AROUND,
    0,
  ) > MAX_BYTES
