import { useMemo, useRef } from 'react'
import type { ChatMessage } from './chat-protocol.ts'

/** Messages that stand one after the other, and are drawn anew together. */
export type MessageGroup = readonly ChatMessage[]

/** By the hundreds of the numbers: so what comes in above moves none from one to the other. */
export const hundredOf = ([first]: MessageGroup) => Math.floor((first?.number ?? 0) / 100)

/** The messages by hundreds. A group in which nothing has changed is the same one as before. */
export function groupsOf(messages: readonly ChatMessage[], before: readonly MessageGroup[] = []): MessageGroup[] {
  const known = new Map(before.map((group) => [hundredOf(group), group]))
  const groups = Map.groupBy(messages, (message) => hundredOf([message]))
  return Array.from(groups, ([hundred, group]) => {
    const same = known.get(hundred)
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
