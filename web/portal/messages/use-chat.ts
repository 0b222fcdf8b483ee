import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMe } from '../me/me.ts'
import { Chat } from './chat.ts'
import { ONLINE_USERS } from './chat-queries.ts'

/** The chat, connected while the screen is open, and its current state. */
export function useChat() {
  const { id } = useMe()
  const queryClient = useQueryClient()
  const [chat] = useState(() => {
    return new Chat(`${id}/chat-outgoing`, async () => {
      // A running request for the people online would answer with older data, and the first one would be awaited, so it
      // is canceled.
      await queryClient.cancelQueries({ queryKey: ONLINE_USERS })
      await queryClient.invalidateQueries({ queryKey: ONLINE_USERS })
    })
  })
  useEffect(chat.open, [])
  return { chat, state: useSyncExternalStore(chat.subscribe, chat.state) }
}
