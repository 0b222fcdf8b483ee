import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMe } from '../me/me.ts'
import { Chat } from './chat.ts'
import { ONLINE_USERS } from './chat-queries.ts'

/** The chat, kept connected as long as the screen is open, and what it shows at this moment. */
export function useChat() {
  const { id } = useMe()
  const queryClient = useQueryClient()
  const [chat] = useState(() => {
    return new Chat(`${id}/chat-outgoing`, async () => {
      // An answer still on its way is older than what made this necessary, and the very first would be waited for.
      await queryClient.cancelQueries({ queryKey: ONLINE_USERS })
      await queryClient.invalidateQueries({ queryKey: ONLINE_USERS })
    })
  })
  useEffect(chat.open, [])
  return { chat, state: useSyncExternalStore(chat.subscribe, chat.state) }
}
