import { isUuid } from '../../lib/is-uuid.ts'
import { mergeAll } from './chat-log.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { HISTORY_LIMIT, loadHistory, MAX_PER_REQUEST, numberOf } from './chat-queries.ts'
import type { LogUpdate } from './missed-messages.ts'

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

/**
 * Loads the history to a message, without a gap to the known messages, which it may precede or follow. Throws the text to show
 * if that fails.
 */
export async function loadLinked(messageId: string, known: readonly ChatMessage[]): Promise<LogUpdate> {
  const number = isUuid(messageId) ? await numberOf(messageId) : undefined
  if (number === undefined) throw new Error(NO_SUCH_MESSAGE)
  const { after, upTo, until } = stretchTo(number, known)
  const loaded: ChatMessage[] = []
  for (let end = upTo; end === undefined || end >= until; end = (loaded[0]?.number ?? 0) - 1) {
    if (loaded.length >= FURTHEST) throw new Error(TOO_LONG_AGO)
    const page = await loadHistory({ after, upTo: end, most: MAX_PER_REQUEST })
    if (page.length === 0) break
    loaded.unshift(...page)
  }
  if (!loaded.some(({ id }) => id === messageId)) throw new Error(NO_SUCH_MESSAGE)
  const to = upTo ?? loaded.at(-1)?.number ?? 0
  return (log) => mergeAll(log, loaded, { from: after + 1, to })
}

type Stretch = { after: number; upTo: number | undefined; until: number }

/** The messages to load, latest first, until one is reached. */
function stretchTo(number: number, known: readonly ChatMessage[]): Stretch {
  const [first, last] = [known[0]?.number, known.at(-1)?.number]
  if (first === undefined || last === undefined) return { after: 0, upTo: undefined, until: number }
  if (number < first) return { after: 0, upTo: first - 1, until: number }
  if (number > last) return { after: last, upTo: undefined, until: last + 1 }
  return { after: number - 1, upTo: number, until: number }
}
