import type { ChatMessage } from './chat-protocol.ts'
import type { ReadPositions } from './read-receipts.ts'

/** The receipt of the reader's own message; `all` names everybody who has seen it, where the text does not. */
export type MessageReceipt = { text: string; all?: string }

/** The number of names that fit beside a message. */
const MAX_NAMED = 3
const list = new Intl.ListFormat('en-GB')

/**
 * Returns up to two receipts by message id: 'Sent' at the newest own message, and 'Seen by' at the newest own message that
 * anybody has seen. A person who has seen a message has seen all earlier ones.
 */
export function receiptsOf(
  messages: readonly ChatMessage[],
  positions: ReadPositions,
  myId: string,
): Map<string, MessageReceipt> {
  const others = Array.from(positions, ([id, position]) => ({ id, ...position })).filter(({ id }) => id !== myId)
  const farthest = Math.max(0, ...others.map(({ upTo }) => upTo))
  const isMine = ({ sender_id, deleted_at }: ChatMessage) => sender_id === myId && deleted_at === null
  const newest = messages.findLast(isMine)
  const seen = messages.findLast((message) => isMine(message) && message.number <= farthest)
  const found = new Map<string, MessageReceipt>()
  if (newest) found.set(newest.id, { text: 'Sent' })
  if (seen) found.set(seen.id, seenBy(others.filter(({ upTo }) => upTo >= seen.number).map(({ name }) => name)))
  return found
}

/** Formats 'Seen by Ana, Ben and 2 others'. */
function seenBy(names: readonly string[]): MessageReceipt {
  const sorted = names.toSorted((a, b) => a.localeCompare(b))
  if (sorted.length <= MAX_NAMED) return { text: `Seen by ${list.format(sorted)}` }
  const named = [...sorted.slice(0, MAX_NAMED - 1), `${sorted.length - MAX_NAMED + 1} others`]
  return { text: `Seen by ${list.format(named)}`, all: list.format(sorted) }
}
