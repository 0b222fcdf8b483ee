import type { ConnectionState } from './chat-connection.ts'
import { type ChatLog, emptyLog, type OutgoingMessage } from './chat-log.ts'
import type { Earlier } from './earlier-messages.ts'
import type { ReadPositions } from './read-receipts.ts'

/** The state of the chat that the screen shows. */
export type ChatState = {
  connection: ConnectionState
  log: ChatLog
  /**
   * The state of loading the history. A failure is not shown (docs/specification/messages.md#failures), and the screen does not
   * claim that there are no messages.
   */
  history: 'loading' | 'loaded' | 'failed'
  earlier: Earlier
  /** Whether each person is typing, by user id. */
  typing: ReadonlyMap<string, boolean>
  /** The number of the last message that each person has seen, by user id. */
  readPositions: ReadPositions
}

/** The initial state of the chat screen, with the messages that were on their way when it was left. */
export const stateAtFirst = (outgoing: readonly OutgoingMessage[]): ChatState => ({
  connection: 'connecting',
  log: emptyLog(outgoing),
  history: 'loading',
  earlier: 'there',
  typing: new Map(),
  readPositions: new Map(),
})
