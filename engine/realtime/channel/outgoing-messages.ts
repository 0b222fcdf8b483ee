import { messageId } from '../database-broadcasts.ts'
import type { Payload } from '../frames.ts'
import type { ChannelAccess } from './channel-access.ts'
import type { ServerMessages } from './server-messages.ts'

/** The most messages that are held while the policies are checked; more is an error. */
const MAX_HELD = 1000

/** A channel's messages to its client: held until the channel is joined, and while the policies are checked. */
export class OutgoingMessages {
  readonly #serverMessages: ServerMessages
  readonly #access: ChannelAccess
  readonly #held: [event: string, payload: Payload][] = []
  readonly #replayed = new Set<unknown>()
  #isOpen = false

  constructor(serverMessages: ServerMessages, access: ChannelAccess) {
    this.#serverMessages = serverMessages
    this.#access = access
  }

  /**
   * Sends a message. On a private channel it is held where the last check of the policies is too old. False if too many
   * are held.
   */
  send(event: string, payload: Payload): boolean {
    if (!this.#isOpen || this.#access.isOutdated() || this.#held.length > 0) {
      return this.#held.push([event, payload]) <= MAX_HELD
    }
    this.#pass(event, payload)
    return true
  }

  /** Adds missed messages of the time before the join, ahead of all held ones. */
  replay(messages: Payload[]): void {
    for (const message of messages) {
      this.#serverMessages.push('broadcast', message)
      this.#replayed.add(messageId(message))
    }
  }

  open(): void {
    this.#isOpen = true
    this.release()
  }

  /** Sends the held messages that the client may still receive. */
  release(): void {
    if (!this.#isOpen) return
    for (const [event, payload] of this.#held.splice(0)) {
      if (this.#access.receives[event === 'broadcast' ? 'broadcast' : 'presence']) this.#pass(event, payload)
    }
  }

  clear(): void {
    this.#held.length = 0
  }

  /**
   * Sends a message, unless it was replayed: a message that was replayed may also arrive as a live one, however late
   * (docs/wire/realtime.md#broadcast).
   */
  #pass(event: string, payload: Payload): void {
    const id = event === 'broadcast' ? messageId(payload) : undefined
    if (id === undefined || !this.#replayed.has(id)) this.#serverMessages.push(event, payload)
  }
}
