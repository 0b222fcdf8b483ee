import { useEffect, useState } from 'react'
import type { ChatMessage } from './chat-protocol.ts'

/** The number of messages by others since this person was last at the end of the list. */
export function useUnseenCount(messages: readonly ChatMessage[], isAtEnd: boolean, myId: string): number {
  const newest = messages.at(-1)?.id
  const [lastSeen, setLastSeen] = useState(newest)
  useEffect(() => {
    if (isAtEnd) setLastSeen(newest)
  }, [isAtEnd, newest])

  if (isAtEnd) return 0
  const from = messages.findLastIndex(({ id }) => id === lastSeen) + 1
  return messages.slice(from).filter(({ sender_id }) => sender_id !== myId).length
}
