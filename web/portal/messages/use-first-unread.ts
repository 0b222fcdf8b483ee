import { useEffect, useMemo, useRef, useState } from 'react'
import type { ChatMessage } from './chat-protocol.ts'
import { readUntil } from './chat-queries.ts'

/**
 * The first message of others that this person had not read when they opened the chat; it stays the same while the screen is
 * open. `isKnown` becomes true once it was loaded: only then may messages on the screen count as read.
 */
export function useFirstUnread(messages: readonly ChatMessage[], isLoaded: boolean, myId: string) {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    // If the read position cannot be loaded, no message is shown as new.
    readUntil()
      .then((moment) => setSince(moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment)))
      .catch(() => setSince(Number.POSITIVE_INFINITY))
  }, [])

  const isKnown = since !== undefined && isLoaded
  const lastThen = useRef<number>(undefined)
  if (isKnown) lastThen.current ??= Date.parse(messages.at(-1)?.created_at ?? '') || 0
  const first = messages[0]?.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: new messages change nothing, earlier ones may
  const firstUnread = useMemo(() => {
    if (!isKnown) return undefined
    const isNew = ({ sender_id, created_at }: ChatMessage) => {
      const moment = Date.parse(created_at)
      return sender_id !== myId && moment > since && moment <= (lastThen.current ?? 0)
    }
    return messages.find(isNew)?.id
  }, [isKnown, first, since, myId])

  return { firstUnread, isKnown }
}
