import { isMine, ownerName } from '../entry.ts'
import type { StoredEntry } from '../export/stored-entries.ts'
import type { Opening, Secrets } from './rewrapper.ts'

/** What a change would do, once everything was tried with the passphrase that is to be changed. */
export type Plan = {
  /** One's own that open as a whole. */
  entries: readonly StoredEntry[]
  /** One's own that do not, and why. */
  leftOut: readonly { entry: StoredEntry; why: string }[]
  /** Entries of colleagues that open with it, and go on doing so, by who would have to change them. */
  colleagues: readonly { id: string | null; name: string; titles: readonly string[] }[]
}

const reasons = {
  shut: 'opens with another passphrase',
  'notes are shut': 'its notes open with another passphrase',
  invalid: 'is damaged: Invalid payload',
} satisfies Record<Exclude<Opening, 'opens'>, string>

export function planOf(all: readonly StoredEntry[], openings: ReadonlyMap<string, Opening>, myId: string): Plan {
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

const opensItsPassword = (opening: Opening | undefined) => opening === 'opens' || opening === 'notes are shut'

/** As the database takes it: each entry with the version that was read. */
export type Change = {
  entries: readonly (Secrets & { seen: string })[]
  leftOut: readonly { id: string; title: string }[]
}

export function changeOf({ entries, leftOut }: Plan, rewrapped: ReadonlyMap<string, Secrets>): Change {
  return {
    entries: entries.map(({ id, updated_at }) => {
      const secrets = rewrapped.get(id)
      if (!secrets) throw new Error('An entry was not encrypted.')
      return { ...secrets, seen: updated_at }
    }),
    leftOut: leftOut.map(({ entry: { id, title } }) => ({ id, title })),
  }
}

/** As much as the server takes in one request (supabase/config.toml): storing everything has to be one. */
const MOST_BYTES = 10 * 1024 * 1024
/** Id, version, names, and a backslash before each quote. */
const BYTES_AROUND = 200

/** What is encrypted anew is as long as before. */
export const isTooLarge = ({ entries }: Plan) =>
  entries.reduce(
    (sum, { encrypted_password, encrypted_notes }) =>
      sum + encrypted_password.length + (encrypted_notes?.length ?? 0) + BYTES_AROUND,
    0,
  ) > MOST_BYTES
