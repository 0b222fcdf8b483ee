import type { SupabaseClient } from '@supabase/supabase-js'

const HISTORY_LIMIT = 100
const MOST_PAGES = 20
const LATE_MS = 30_000

export type Message = { id: string; created_at: string; metadata: { clientId?: string } }

/** The latest messages, and after a pause as many before them as web/portal/messages/catch-up.ts asks for. */
export async function catchUp(supabase: SupabaseClient, last: Message | undefined): Promise<Message[]> {
  const since = last && Date.parse(last.created_at) - LATE_MS
  const messages = await page(supabase)
  for (let pages = 1; since !== undefined && pages < MOST_PAGES; pages += 1) {
    const oldest = messages[0]
    if (!oldest || messages.length < pages * HISTORY_LIMIT || Date.parse(oldest.created_at) < since) break
    messages.unshift(...(await page(supabase, oldest.created_at)))
  }
  return messages
}

async function page(supabase: SupabaseClient, before?: string): Promise<Message[]> {
  const columns = 'id, sender_id, content, created_at, metadata, sender:user_profiles(display_name, avatar_url)'
  const all = supabase.from('chat_messages').select(columns).eq('room_id', 'general')
  const earlier = before === undefined ? all : all.lt('created_at', before)
  const { data } = await earlier
    .order('created_at', { ascending: false })
    .order('id')
    .limit(HISTORY_LIMIT)
    .throwOnError()
  return data.reverse()
}

export function latestOf(messages: Iterable<Message>): Message | undefined {
  let latest: Message | undefined
  for (const message of messages) if (!latest || inOrder(latest, message) < 0) latest = message
  return latest
}

/** By the database's clock; below the millisecond its text sorts as its times do. */
export function inOrder(a: Message, b: Message): number {
  return (
    Date.parse(a.created_at) - Date.parse(b.created_at) || compare(a.created_at, b.created_at) || compare(a.id, b.id)
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
