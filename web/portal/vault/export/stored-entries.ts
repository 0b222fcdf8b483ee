import type { VaultEntry } from '../../../lib/rows.ts'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../../lib/unwrap.ts'

/** An entry with everything that is stored of it, its notes too. */
export type StoredEntry = VaultEntry & { owner: { display_name: string | null } | null }

/** Notes make entries long; a thousand of them would be one long answer. */
const CHUNK = 200

/**
 * Every entry that the person may read, or of one person alone, newest first, as the database holds them now: as many as it
 * counts, each once, or none at all.
 */
export async function readStoredEntries(onlyOf?: string): Promise<StoredEntry[]> {
  const client = await supabase()
  const asked = () => {
    const all = client.from('password_vault').select('*, owner:user_profiles(display_name)', { count: 'exact' })
    const wanted = onlyOf === undefined ? all : all.eq('user_id', onlyOf)
    return wanted.order('created_at', { ascending: false }).order('id')
  }
  const entries = new Map<string, StoredEntry>()
  for (let from = 0; ; from += CHUNK) {
    const answer = await asked().range(from, from + CHUNK - 1)
    const chunk = unwrap(answer)
    for (const entry of chunk) entries.set(entry.id, entry)
    if (chunk.length === CHUNK) continue
    if (entries.size !== unwrapCount(answer)) throw new EntriesMoved()
    return [...entries.values()]
  }
}

/** One was added or deleted between two answers. */
class EntriesMoved extends Error {
  override name = 'EntriesMoved'
  override message = 'The entries changed while they were being read. Please try again.'
}
