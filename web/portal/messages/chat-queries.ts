import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { z } from '../../lib/zod.ts'
import { nameOf } from '../people/person.tsx'
import { type ChatMessage, chatMessage } from './chat-protocol.ts'
import { CHANGEABLE_MS } from './message.ts'

/** The name of every agency's only chat room. Row policies keep the rooms of agencies apart. */
export const ROOM = 'general'
export const HISTORY_LIMIT = 100

/** The most rows of an answer of the data API. */
export const MAX_PER_REQUEST = 1000

const withSender =
  'id, number, sender_id, content, created_at, edited_at, deleted_at, metadata, sender:user_profiles(display_name, avatar_url)'

type HistoryRange = { after?: number; upTo?: number | undefined; most?: number }

/** Loads the latest messages after a number and up to another, both optional; oldest first. */
export async function loadHistory({ after = 0, upTo, most = HISTORY_LIMIT }: HistoryRange): Promise<ChatMessage[]> {
  const all = (await supabase()).from('chat_messages').select(withSender).eq('room_id', ROOM)
  const later = after === 0 ? all : all.gt('number', after)
  const stretch = upTo === undefined ? later : later.lte('number', upTo)
  const latestFirst = unwrap(await stretch.order('number', { ascending: false }).limit(most))
  return z.array(chatMessage).parse(latestFirst).reverse()
}

/** The allowance for clock differences and for transactions that end after they began, in milliseconds. */
const LEEWAY_MS = 60_000

/**
 * Loads messages that may have changed since a time. Only those sent shortly before it are read, since older ones cannot be
 * changed.
 */
export async function loadChanged(since: number): Promise<ChatMessage[]> {
  const all = (await supabase()).from('chat_messages').select(withSender).eq('room_id', ROOM)
  const from = new Date(since - CHANGEABLE_MS - LEEWAY_MS).toISOString()
  const recent = all.gte('created_at', from).lte('created_at', new Date(since + LEEWAY_MS).toISOString())
  const changed = recent.or('edited_at.not.is.null,deleted_at.not.is.null')
  return z.array(chatMessage).parse(unwrap(await changed))
}

/** The number of a message; undefined if it does not exist or is not visible to this person. */
export async function numberOf(messageId: string): Promise<number | undefined> {
  const messages = (await supabase()).from('chat_messages').select('number').eq('room_id', ROOM)
  return unwrap(await messages.eq('id', messageId).maybeSingle())?.number
}

/** Returns the time up to which this person has read; later messages are new to them. */
export async function readUntil(): Promise<string | null> {
  return unwrap(await (await supabase()).rpc('messages_read_until', undefined, { get: true }))
}

/** Stores that this person has read up to a number. */
export async function markRead(upTo: number): Promise<void> {
  unwrap(await (await supabase()).rpc('mark_messages_read', { last_seen: upTo }))
}

/** Loads the number up to which each person in the room has read. */
export async function loadReads() {
  return unwrap(await (await supabase()).rpc('chat_reads', undefined, { get: true }))
}

/** The most search results in the chat; nobody looks through more. */
export const MAX_RESULTS = 50

/** The newest messages that contain every typed word, at least as the beginning or end of a word. */
export const searchQuery = (typed: string) =>
  queryOptions({
    queryKey: ['chat', 'search', typed],
    placeholderData: keepPreviousData,
    enabled: typed !== '',
    queryFn: async ({ signal }) => {
      const all = (await supabase()).from('chat_messages').select(withSender).eq('room_id', ROOM).is('deleted_at', null)
      const words = typed.split(/\s+/).filter(Boolean)
      const found = words.reduce((query, word) => query.like('search_text', containsPattern(word)), all)
      const newest = found.order('number', { ascending: false }).limit(MAX_RESULTS)
      return unwrap(await newest.abortSignal(signal))
    },
  })

export const ONLINE_USERS = ['chat', 'online'] as const

/** The names of the people who are in the chat room now. */
export const onlineUsersQuery = queryOptions({
  queryKey: ONLINE_USERS,
  queryFn: async () => {
    const present = (await supabase())
      .from('user_presence')
      .select('user_id, is_typing, user_profiles(display_name, avatar_url)')
    const rows = unwrap(await present.eq('room_id', ROOM).eq('is_online', true))
    const users = rows.map(({ user_id, is_typing, user_profiles }) => ({
      id: user_id,
      isTyping: is_typing,
      name: nameOf(user_profiles),
      avatarUrl: user_profiles?.avatar_url ?? null,
    }))
    return users.sort((a, b) => a.name.localeCompare(b.name))
  },
})
export type OnlineUser = { id: string; isTyping: boolean; name: string; avatarUrl: string | null }
