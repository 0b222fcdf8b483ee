import type { ConnectionState } from './chat-connection.ts'
import { type ChatLog, emptyLog, type OutgoingMessage } from './chat-log.ts'
import type { Earlier } from './earlier-messages.ts'
import type { Seers } from './seen.ts'

/** What the screen shows of the chat. */
export type ChatState = {
  connection: ConnectionState
  log: ChatLog
  /**
   * What was said before; a failure is not shown (docs/specification/messages.md#failures), and nothing is claimed in
   * its place.
   */
  history: 'loading' | 'loaded' | 'failed'
  earlier: Earlier
  /** Who has begun or ended typing since the connection was made, by their id. */
  typing: ReadonlyMap<string, boolean>
  /** Who has seen how much, by their id. */
  seers: Seers
}

/** That of a screen that has just been opened, with what was on its way when it was left. */
export const stateAtFirst = (outgoing: readonly OutgoingMessage[]): ChatState => ({
  connection: 'connecting',
  log: emptyLog(outgoing),
  history: 'loading',
  earlier: 'there',
  typing: new Map(),
  seers: new Map(),
})
