import type { ChatMessage } from './chat-protocol.ts'
import { HISTORY_LIMIT, loadHistory } from './chat-queries.ts'

/** After a long absence more is not worth waiting for; the gap is then before the oldest of these. */
const MOST_PAGES = 20
/**
 * What was told last is not always what was stored last: a message counts from when its storing began, and one whose
 * server died meanwhile is told when its sender is back.
 */
const LATE_MS = 30_000

/** The latest messages, and after a pause all that were said in it, however many that are. */
export async function catchUp(known: readonly ChatMessage[], load = loadHistory): Promise<ChatMessage[]> {
  const last = known.at(-1)
  const since = last && Date.parse(last.created_at) - LATE_MS
  const messages = await load()
  for (let page = 1; since !== undefined && page < MOST_PAGES; page += 1) {
    const oldest = messages[0]
    if (!oldest || messages.length < page * HISTORY_LIMIT || Date.parse(oldest.created_at) < since) break
    messages.unshift(...(await load(oldest.created_at)))
  }
  return messages
}
