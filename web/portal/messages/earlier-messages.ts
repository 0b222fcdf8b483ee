import { isUuid } from '../../lib/is-uuid.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { HISTORY_LIMIT, loadHistory, MOST_AT_ONCE, numberOf } from './chat-queries.ts'

/** Further back than this nobody is taken by a link: it would take minutes, and all of it would have to be kept. */
const FURTHEST = 20_000

/** Whether there is more before the oldest known message. */
export type Earlier = 'there' | 'loading' | 'failed' | 'none'

export const NO_SUCH_MESSAGE = 'There is no such message, or no longer.'
export const TOO_LONG_AGO = 'This message was said too long ago to be shown here. Search finds it.'

/** Those before a number, as many as one scroll needs. */
export async function loadEarlier(before: number): Promise<{ messages: ChatMessage[]; isAll: boolean }> {
  const messages = await loadHistory({ upTo: before - 1 })
  return { messages, isAll: messages.length < HISTORY_LIMIT }
}

/**
 * Everything from a message on up to what is known, so that nothing is missing between the two. Throws what is to be said
 * where that cannot be.
 */
export async function loadBackTo(messageId: string, known: readonly ChatMessage[]): Promise<ChatMessage[]> {
  const number = isUuid(messageId) ? await numberOf(messageId) : undefined
  if (number === undefined) throw new Error(NO_SUCH_MESSAGE)
  const loaded: ChatMessage[] = []
  let upTo = known[0] && known[0].number - 1
  while (!loaded.some(({ id }) => id === messageId)) {
    if (loaded.length >= FURTHEST) throw new Error(TOO_LONG_AGO)
    const page = await loadHistory({ upTo, most: MOST_AT_ONCE })
    const [oldest] = page
    if (!oldest) throw new Error(NO_SUCH_MESSAGE)
    loaded.unshift(...page)
    upTo = oldest.number - 1
  }
  return loaded
}
