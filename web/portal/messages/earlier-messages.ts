import { isUuid } from '../../lib/is-uuid.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { HISTORY_LIMIT, loadHistory, MOST_AT_ONCE, momentOf } from './chat-queries.ts'

/** Further back than this nobody is taken by a link: it would take minutes, and all of it would have to be kept. */
const FURTHEST = 20_000

/** Whether there is more before the oldest known message. */
export type Earlier = 'there' | 'loading' | 'failed' | 'none'

export const NO_SUCH_MESSAGE = 'There is no such message, or no longer.'
export const TOO_LONG_AGO = 'This message was said too long ago to be shown here. Search finds it.'

/** Those before a moment, as many as one scroll needs. */
export async function loadEarlier(before: string): Promise<{ messages: ChatMessage[]; isAll: boolean }> {
  const messages = await loadHistory(before)
  return { messages, isAll: messages.length < HISTORY_LIMIT }
}

/**
 * Everything from a message on up to what is known, so that nothing is missing between the two. Throws what is to be said
 * where that cannot be.
 */
export async function loadBackTo(messageId: string, known: readonly ChatMessage[]): Promise<ChatMessage[]> {
  const moment = isUuid(messageId) ? await momentOf(messageId) : undefined
  if (moment === undefined) throw new Error(NO_SUCH_MESSAGE)
  const loaded: ChatMessage[] = []
  let oldest = known[0]?.created_at
  while (!loaded.some(({ id }) => id === messageId)) {
    if (loaded.length >= FURTHEST) throw new Error(TOO_LONG_AGO)
    const page = await loadHistory(oldest, MOST_AT_ONCE)
    if (page.length === 0) throw new Error(NO_SUCH_MESSAGE)
    loaded.unshift(...page)
    oldest = page[0]?.created_at
  }
  return loaded
}
