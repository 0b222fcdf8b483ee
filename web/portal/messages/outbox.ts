import type { OutgoingMessage } from './chat-log.ts'

/**
 * The rate limit of outgoing frames, below the chat's own limit of ten frames in five seconds, changes included
 * (docs/specification/messages.md#socket).
 */
const [MOST, WITHIN_MS] = [8, 5_500]

/** Sends messages over the current connection in order, within the chat's rate limit: many may have been written offline. */
export class Outbox {
  /** Sends a message over the current connection; returns false if there is none. */
  readonly #send: (message: OutgoingMessage) => boolean
  readonly #onPosted: () => void
  #waiting: OutgoingMessage[] = []
  readonly #posted = new Set<string>()
  #postedAt: number[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `onPosted` is called after a message was sent, perhaps long after it was added. */
  constructor(send: (message: OutgoingMessage) => boolean, onPosted = () => {}) {
    this.#send = send
    this.#onPosted = onPosted
  }

  /** Whether a message was sent over the current connection. */
  hasPosted(clientId: string): boolean {
    return this.#posted.has(clientId)
  }

  /** Whether a message was sent or is queued, so that it need not be sent again over the same connection. */
  has(clientId: string): boolean {
    return this.hasPosted(clientId) || this.#waiting.some((message) => message.clientId === clientId)
  }

  /** Sends or queues a message. Without a connection it is not kept: the caller adds it again after the next one opens. */
  put(message: OutgoingMessage): void {
    this.#waiting.push(message)
    this.#flush()
  }

  /** Forgets all sent and queued messages, since the connection is lost. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
    this.#posted.clear()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    const now = Date.now()
    this.#postedAt = this.#postedAt.filter((at) => at > now - WITHIN_MS)
    while (this.#postedAt.length < MOST) {
      const message = this.#waiting.shift()
      if (!message) return
      if (!this.#send(message)) continue
      this.#posted.add(message.clientId)
      this.#postedAt.push(now)
      this.#onPosted()
    }
    const [first = now] = this.#postedAt
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#flush(), first + WITHIN_MS - now)
  }
}
