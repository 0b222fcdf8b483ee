import type { ConnectionState } from './chat-connection.ts'
import { type ChatLog, emptyLog, type OutgoingMessage } from './chat-log.ts'
import type { Earlier } from './earlier-messages.ts'
import type { ReadPositions } from './read-receipts.ts'

/** The part of the chat that the screen shows. */
export type ChatState = {
  connection: ConnectionState
  log: ChatLog
  /**
   * The state of the history. A failure is not shown (docs/specification/messages.md#failures), and the screen does not
   * claim that there is nothing.
   */
  history: 'loading' | 'loaded' | 'failed'
  earlier: Earlier
  /** Whether each person is typing, by their id, as far as the connection has told. */
  typing: ReadonlyMap<string, boolean>
  /** Up to where each person has seen the chat, by their id. */
  readPositions: ReadPositions
}

/** The state of a screen that was just opened, with the messages that were on their way when it was left. */
export const stateAtFirst = (outgoing: readonly OutgoingMessage[]): ChatState => ({
  connection: 'connecting',
  log: emptyLog(outgoing),
  history: 'loading',
  earlier: 'there',
  typing: new Map(),
  readPositions: new Map(),
})
