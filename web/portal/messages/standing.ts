import type { ChatMessage } from './chat-protocol.ts'
import type { Seers } from './seen.ts'

/** How it stands with a message of one's own: `all` are those who have seen it, where not all of them are named. */
export type Standing = { text: string; all?: string }

/** Three have room beside a message. */
const MOST_NAMED = 3
const list = new Intl.ListFormat('en-GB')

/**
 * By the id of their message: that the newest of one's own is sent, or by whom the newest is seen that anybody has seen.
 * Whoever has seen that one has seen all before it.
 */
export function standings(messages: readonly ChatMessage[], seers: Seers, myId: string): Map<string, Standing> {
  const others = Array.from(seers, ([id, seer]) => ({ id, ...seer })).filter(({ id }) => id !== myId)
  const farthest = Math.max(0, ...others.map(({ upTo }) => upTo))
  const isMine = ({ sender_id, deleted_at }: ChatMessage) => sender_id === myId && deleted_at === null
  const newest = messages.findLast(isMine)
  const seen = messages.findLast((message) => isMine(message) && message.number <= farthest)
  const found = new Map<string, Standing>()
  if (newest) found.set(newest.id, { text: 'Sent' })
  if (seen) found.set(seen.id, seenBy(others.filter(({ upTo }) => upTo >= seen.number).map(({ name }) => name)))
  return found
}

/** 'Seen by Ana, Ben and 2 others'. */
function seenBy(names: readonly string[]): Standing {
  const sorted = names.toSorted((a, b) => a.localeCompare(b))
  if (sorted.length <= MOST_NAMED) return { text: `Seen by ${list.format(sorted)}` }
  const named = [...sorted.slice(0, MOST_NAMED - 1), `${sorted.length - MOST_NAMED + 1} others`]
  return { text: `Seen by ${list.format(named)}`, all: list.format(sorted) }
}
