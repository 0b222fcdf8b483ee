import { hasEveryWord } from '../../lib/letters.ts'
import type { VaultEntry } from '../../lib/rows.ts'
import type { Role } from '../me/role.ts'

/** An entry as the list has it, with whose it is. Its notes are written and replaced, and never read. */
export type Entry = Omit<VaultEntry, 'encrypted_notes'> & {
  owner: { display_name: string | null } | null
  /** Whom it is about, as far as the person sees them. */
  client: { name: string } | null
}

export const isMine = (entry: Pick<Entry, 'user_id'>, myId: string) => entry.user_id === myId

/** Admins of the agency an entry is shared with may delete it, too; nobody but its owner changes it. */
export const mayDelete = (entry: Entry, myId: string, myRoles: readonly Role[]) =>
  isMine(entry, myId) || (entry.agency_id !== null && (myRoles.includes('agency_admin') || myRoles.includes('admin')))

export const ownerName = ({ owner }: Pick<Entry, 'owner'>) => owner?.display_name || 'a former colleague'

/** Whether every word that was typed is found somewhere in what an entry shows, in any case. */
export function isFound({ title, username, website_url, tags, client }: Entry, typed: string): boolean {
  return hasEveryWord([title, username, website_url, client?.name, ...tags].join('\n'), typed)
}
