import { useMemo, useRef } from 'react'
import type { ChatMessage } from './chat-protocol.ts'

/** Consecutive messages that are rendered together. */
export type MessageGroup = readonly ChatMessage[]

/** The most messages of a group; a larger one would take too long to render while scrolling. */
const MOST = 50

/**
 * The group number of a message, derived from the message number so that earlier messages move none to another group.
 */
export const groupOf = (message: ChatMessage | undefined) => Math.floor((message?.number ?? 0) / MOST)

/** Splits messages into groups. An unchanged group keeps its identity, so that it is not rendered again. */
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
