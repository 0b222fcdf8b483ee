import type { VaultEntry } from '../../lib/row-types.ts'
import { hasEveryWord } from '../../lib/search-text.ts'
import type { Role } from '../me/role.ts'

/** An entry of the list, with its owner. Its notes and its two-step key are never read with the list. */
export type Entry = Omit<VaultEntry, 'encrypted_notes' | 'encrypted_two_step_key'> & {
  owner: { display_name: string | null } | null
  /** The client of the entry, where the person may see them. */
  client: { name: string } | null
}

export const isMine = (entry: Pick<Entry, 'user_id'>, myId: string) => entry.user_id === myId

/** An entry may be deleted by its owner and by admins of the agency it is shared with; only the owner changes it. */
export const mayDelete = (entry: Entry, myId: string, myRoles: readonly Role[]) =>
  isMine(entry, myId) || (entry.agency_id !== null && (myRoles.includes('agency_admin') || myRoles.includes('admin')))

/** The time of the key's last change is read with the list, and the key itself is not. */
export const hasTwoStepKey = ({ two_step_key_changed_at }: Entry) => two_step_key_changed_at !== null

export const ownerName = ({ owner }: Pick<Entry, 'owner'>) => owner?.display_name || 'a former colleague'

/** Whether every typed word occurs in what an entry shows, ignoring case. */
export function isFound({ title, username, website_url, tags, client }: Entry, typed: string): boolean {
  return hasEveryWord([title, username, website_url, client?.name, ...tags].join('\n'), typed)
}
