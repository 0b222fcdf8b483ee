import type { SupabaseClient } from '@supabase/supabase-js'

export const HISTORY_LIMIT = 100
/** Messages can be changed for ten minutes; the leeway of a minute is for clock differences and long transactions. */
const [CHANGEABLE_MS, LEEWAY_MS] = [600_000, 60_000]
const COLUMNS =
  'id, number, sender_id, content, created_at, edited_at, deleted_at, metadata, sender:user_profiles(display_name, avatar_url)'

export type Message = { id: string; number: number; created_at: string; metadata: { clientId?: string } }

type Stretch = { after?: number; upTo?: number; most?: number }

/**
 * Loads the latest messages after a number and up to another, as web/portal/messages/chat-queries.ts does; oldest
 * first.
 */
export async function loadHistory(
  supabase: SupabaseClient,
  { after = 0, upTo, most = HISTORY_LIMIT }: Stretch,
): Promise<Message[]> {
  const all = supabase.from('chat_messages').select(COLUMNS).eq('room_id', 'general')
  const later = after === 0 ? all : all.gt('number', after)
  const stretch = upTo === undefined ? later : later.lte('number', upTo)
  const { data } = await stretch.order('number', { ascending: false }).limit(most).throwOnError()
  return data.reverse()
}

/** Loads messages that may have changed since a time, as the portal does after a reconnect. */
export async function loadChanged(supabase: SupabaseClient, until: string): Promise<Message[]> {
  const at = (ms: number) => new Date(Date.parse(until) + ms).toISOString()
  const all = supabase.from('chat_messages').select(COLUMNS).eq('room_id', 'general')
  const recent = all.gte('created_at', at(-CHANGEABLE_MS - LEEWAY_MS)).lte('created_at', at(LEEWAY_MS))
  const { data } = await recent.or('edited_at.not.is.null,deleted_at.not.is.null').throwOnError()
  return data
}

/** The latest gap in the message numbers between the first known message and the last; undefined if there is none. */
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

/** Counts the missing message numbers between the first known message and the last. */
export function missingIn(messages: Iterable<Message>, lastNumber: number): number {
  const numbers = Array.from(messages, ({ number }) => number)
  return numbers.length === 0 ? 0 : Math.max(lastNumber, ...numbers) - Math.min(...numbers) + 1 - numbers.length
}
