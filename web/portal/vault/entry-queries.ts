import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import type { Entry } from './entry.ts'

/** All columns except the notes and the two-step key, which are read on request only. */
const COLUMNS =
  'id, user_id, agency_id, title, website_url, username, encrypted_password, tags, is_favorite, password_strength_score, created_at, updated_at, password_changed_at, two_step_key_changed_at, client_id, owner:user_profiles(display_name), client:clients(name)'

/** The most rows of one answer on hosted Supabase. */
const CHUNK = 1000

/** Every entry that the person may read, newest first. Searching, and trying the passphrase, need all of them. */
export const entriesQuery = () =>
  queryOptions({
    queryKey: ['vault', 'entries'],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const entries: Entry[] = []
      for (;;) {
        const all = client.from('password_vault').select(COLUMNS).abortSignal(signal)
        const newestFirst = all.order('created_at', { ascending: false }).order('id')
        const chunk = unwrap(await newestFirst.range(entries.length, entries.length + CHUNK - 1))
        entries.push(...chunk)
        if (chunk.length < CHUNK) return entries
      }
    },
  })

/** Reads an entry as it is stored now, and whether it has notes, without the notes themselves. */
export async function fetchEntry(entryId: string): Promise<{ entry: Entry; hasNotes: boolean }> {
  const client = await supabase()
  const stored = client.from('password_vault').select(COLUMNS).eq('id', entryId).maybeSingle()
  const annotated = client.from('password_vault').select('id', { count: 'exact', head: true }).eq('id', entryId)
  const [found, withNotes] = await Promise.all([stored, annotated.not('encrypted_notes', 'is', null)])
  const entry = unwrap(found)
  if (!entry) throw new EntryGone()
  return { entry, hasNotes: unwrapCount(withNotes) > 0 }
}

/** Reads the encrypted columns as they are stored now: a colleague may have changed them since the list was loaded. */
export async function fetchSealed(entryId: string) {
  const client = await supabase()
  const sealed = client.from('password_vault').select('encrypted_password, encrypted_notes')
  const entry = unwrap(await sealed.eq('id', entryId).maybeSingle())
  if (!entry) throw new EntryGone()
  return entry
}

/** Reads the encrypted two-step key as it is stored now. */
export async function fetchTwoStepKey(entryId: string): Promise<string> {
  const client = await supabase()
  const sealed = client.from('password_vault').select('encrypted_two_step_key').eq('id', entryId)
  const entry = unwrap(await sealed.maybeSingle())
  if (!entry) throw new EntryGone()
  if (entry.encrypted_two_step_key === null) throw new TwoStepKeyGone()
  return entry.encrypted_two_step_key
}

class TwoStepKeyGone extends Error {
  override name = 'TwoStepKeyGone'
  override message = 'This entry has no two-step key any more.'
}

class EntryGone extends Error {
  override name = 'EntryGone'
  override message = 'This entry no longer exists, or is no longer shared with you.'
}
