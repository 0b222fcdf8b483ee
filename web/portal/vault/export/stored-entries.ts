import type { VaultEntry } from '../../../lib/row-types.ts'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../../lib/unwrap.ts'

/** An entry with all stored columns, its notes included. */
export type StoredEntry = VaultEntry & { owner: { display_name: string | null } | null }

/** The rows of one request: notes make entries long, and a thousand would be a very long answer. */
const CHUNK = 200

/**
 * Reads every entry that the person may read, or those of one person, newest first, as they are stored now. It returns as
 * many as the database counts, without duplicates, or throws.
 */
export async function readStoredEntries(onlyOf?: string): Promise<StoredEntry[]> {
  const client = await supabase()
  const query = () => {
    const all = client.from('password_vault').select('*, owner:user_profiles(display_name)', { count: 'exact' })
    const wanted = onlyOf === undefined ? all : all.eq('user_id', onlyOf)
    return wanted.order('created_at', { ascending: false }).order('id')
  }
  const entries = new Map<string, StoredEntry>()
  for (let from = 0; ; from += CHUNK) {
    const answer = await query().range(from, from + CHUNK - 1)
    const chunk = unwrap(answer)
    for (const entry of chunk) entries.set(entry.id, entry)
    if (chunk.length === CHUNK) continue
    if (entries.size !== unwrapCount(answer)) throw new EntriesMoved()
    return [...entries.values()]
  }
}

/** An entry was added or deleted between two answers. */
class EntriesMoved extends Error {
  override name = 'EntriesMoved'
  override message = 'The entries changed while they were being read. Please try again.'
}
