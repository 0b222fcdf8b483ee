import { useMemo, useRef } from 'react'
import type { ChatMessage } from './chat-protocol.ts'

/** Messages that stand one after the other, and are drawn together. */
export type MessageGroup = readonly ChatMessage[]

/** More take too long to be drawn all at once, as one scrolls to them. */
const MOST = 50

/** By their numbers: so what comes in above moves none from one group to another. */
export const groupOf = (message: ChatMessage | undefined) => Math.floor((message?.number ?? 0) / MOST)

/** The messages in groups. One in which nothing has changed is the same one as before. */
export function groupsOf(messages: readonly ChatMessage[], before: readonly MessageGroup[] = []): MessageGroup[] {
  const known = new Map(before.map((group) => [groupOf(group[0]), group]))
  return Array.from(Map.groupBy(messages, groupOf), ([number, group]) => {
    const same = known.get(number)
    return same?.length === group.length && same.every((message, index) => message === group[index]) ? same : group
  })
}

export function useMessageGroups(messages: readonly ChatMessage[]): MessageGroup[] {
  const before = useRef<MessageGroup[]>(undefined)
  return useMemo(() => {
    before.current = groupsOf(messages, before.current)
    return before.current
  }, [messages])
}
