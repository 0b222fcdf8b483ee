import type { ChatMessage } from './chat-protocol.ts'
import { HISTORY_LIMIT, loadHistory } from './chat-queries.ts'

/** After a long absence more is not worth waiting for; the gap is then before the oldest of these. */
const MOST_PAGES = 20

/** The latest messages, and after a pause all that were said in it, however many that are. */
export async function catchUp(known: readonly ChatMessage[], load = loadHistory): Promise<ChatMessage[]> {
  const last = known.at(-1)
  const messages = await load()
  for (let page = 1; last && page < MOST_PAGES; page += 1) {
    const oldest = messages[0]
    const isComplete = !oldest || messages.length < page * HISTORY_LIMIT || messages.some(({ id }) => id === last.id)
    if (isComplete) break
    messages.unshift(...(await load(oldest.created_at)))
  }
  return messages
}
