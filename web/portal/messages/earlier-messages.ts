import { isUuid } from '../../lib/is-uuid.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { HISTORY_LIMIT, loadHistory, MAX_PER_REQUEST, numberOf } from './chat-queries.ts'

/** The furthest message back that a link leads to: loading more would take minutes, and everything stays in memory. */
const FURTHEST = 20_000

/** Whether there are messages before the oldest known one. */
export type Earlier = 'there' | 'loading' | 'failed' | 'none'

export const NO_SUCH_MESSAGE = 'This message doesn’t exist or was deleted.'
export const TOO_LONG_AGO = 'This message is too old to show here. Use search to find it.'

/** Loads one batch of messages before a number. */
export async function loadEarlier(before: number): Promise<{ messages: ChatMessage[]; isAll: boolean }> {
  const messages = await loadHistory({ upTo: before - 1 })
  return { messages, isAll: messages.length < HISTORY_LIMIT }
}

/** Loads the history back to a message, without a gap. Throws the text to show if that fails. */
export async function loadBackTo(messageId: string, known: readonly ChatMessage[]): Promise<ChatMessage[]> {
  const number = isUuid(messageId) ? await numberOf(messageId) : undefined
  if (number === undefined) throw new Error(NO_SUCH_MESSAGE)
  const loaded: ChatMessage[] = []
  let upTo = known[0] && known[0].number - 1
  while (!loaded.some(({ id }) => id === messageId)) {
    if (loaded.length >= FURTHEST) throw new Error(TOO_LONG_AGO)
    const page = await loadHistory({ upTo, most: MAX_PER_REQUEST })
    const [oldest] = page
    if (!oldest) throw new Error(NO_SUCH_MESSAGE)
    loaded.unshift(...page)
    upTo = oldest.number - 1
  }
  return loaded
}
