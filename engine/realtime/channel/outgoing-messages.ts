import type { Payload } from '../frames.ts'
import { messageId } from '../messages.ts'
import type { ServerMessages } from './server-messages.ts'
import type { Standing } from './standing.ts'

/** What waits while the policies are asked; more than that is trouble. */
const MOST_HELD = 1000

/** What a channel hears, on its way to the client: it waits until the channel is in, and while the policies are asked. */
export class OutgoingMessages {
  readonly #serverMessages: ServerMessages
  readonly #standing: Standing
  readonly #held: [event: string, payload: Payload][] = []
  readonly #replayed = new Set<unknown>()
  #isOpen = false

  constructor(serverMessages: ServerMessages, standing: Standing) {
    this.#serverMessages = serverMessages
    this.#standing = standing
  }

  /** What is said on a private channel waits where the last answer of the policies is too old. False: too much waits. */
  put(event: string, payload: Payload): boolean {
    if (!this.#isOpen || this.#standing.isOutdated() || this.#held.length > 0) {
      return this.#held.push([event, payload]) <= MOST_HELD
    }
    this.#pass(event, payload)
    return true
  }

  /** What was said before the channel was in; it comes ahead of all that waits. */
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

  /** Passes on what waited, as far as it may still be heard. */
  release(): void {
    if (!this.#isOpen) return
    for (const [event, payload] of this.#held.splice(0)) {
      if (this.#standing.hears[event === 'broadcast' ? 'broadcast' : 'presence']) this.#pass(event, payload)
    }
  }

  clear(): void {
    this.#held.length = 0
  }

  /**
   * What was replayed may still be on its way as just said, however late that comes (docs/wire/realtime.md#broadcast).
   */
  #pass(event: string, payload: Payload): void {
    const id = event === 'broadcast' ? messageId(payload) : undefined
    if (id === undefined || !this.#replayed.has(id)) this.#serverMessages.push(event, payload)
  }
}
