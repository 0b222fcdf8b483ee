import type { SupabaseClient } from '@supabase/supabase-js'

const HISTORY_LIMIT = 100

export type Message = { id: string; number: number; created_at: string; metadata: { clientId?: string } }

/** The latest messages up to a number, as web/portal/messages/chat-queries.ts loads them; oldest first. */
export async function loadHistory(supabase: SupabaseClient, upTo?: number, count = HISTORY_LIMIT): Promise<Message[]> {
  const columns = 'id, number, sender_id, content, created_at, metadata, sender:user_profiles(display_name, avatar_url)'
  const all = supabase.from('chat_messages').select(columns).eq('room_id', 'general')
  const earlier = upTo === undefined ? all : all.lte('number', upTo)
  const { data } = await earlier.order('number', { ascending: false }).limit(count).throwOnError()
  return data.reverse()
}

/** The latest numbers between the first message and the last known that nobody has here; undefined where none is missing. */
export function latestGap(messages: Iterable<Message>, lastNumber: number): { from: number; to: number } | undefined {
  const numbers = new Set(Array.from(messages, ({ number }) => number))
  if (numbers.size === 0) return undefined
  const first = Math.min(...numbers)
  let to = Math.max(lastNumber, ...numbers)
  while (to > first && numbers.has(to)) to -= 1
  if (to <= first) return undefined
  let from = to
  while (!numbers.has(from - 1)) from -= 1
  return { from, to }
}

export const inOrder = (a: Message, b: Message): number => a.number - b.number

/** How many numbers are missing between the first message and the last known. */
export function missingIn(messages: Iterable<Message>, lastNumber: number): number {
  const numbers = Array.from(messages, ({ number }) => number)
  return numbers.length === 0 ? 0 : Math.max(lastNumber, ...numbers) - Math.min(...numbers) + 1 - numbers.length
}
