import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { nameOf } from '../people/person.tsx'
import { type ChatMessage, chatMessage } from './chat-protocol.ts'

/** The one room there is. Whose it is, the row policies know: each agency has its own. */
export const ROOM = 'general'
export const HISTORY_LIMIT = 100

const withSender = 'id, sender_id, content, created_at, metadata, sender:user_profiles(display_name, avatar_url)'

/** The latest messages of the room before a moment, or the very latest; oldest first. */
export async function loadHistory(before?: string): Promise<ChatMessage[]> {
  const all = (await supabase()).from('chat_messages').select(withSender).eq('room_id', ROOM)
  const earlier = before === undefined ? all : all.lt('created_at', before)
  const latestFirst = unwrap(await earlier.order('created_at', { ascending: false }).order('id').limit(HISTORY_LIMIT))
  return z.array(chatMessage).parse(latestFirst).reverse()
}

export const ONLINE_USERS = ['chat', 'online'] as const

/** Who is in the room now, by name. */
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
