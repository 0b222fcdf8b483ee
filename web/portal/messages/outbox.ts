import type { OutgoingMessage } from './chat-log.ts'

/** The chat takes ten of a person in five seconds, changes among them (docs/specification/messages.md#socket). */
const [MOST, WITHIN_MS] = [8, 5_500]

/** What goes out by the connection there is, in order, and no more at once than the chat takes: written without one it may be a lot. */
export class Outbox {
  /** False where there is no connection to send on. */
  readonly #send: (message: OutgoingMessage) => boolean
  #waiting: OutgoingMessage[] = []
  readonly #posted = new Set<string>()
  #postedAt: number[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(send: (message: OutgoingMessage) => boolean) {
    this.#send = send
  }

  /** Whether it went out or will: no reason to send it again as long as the connection lives. */
  has(clientId: string): boolean {
    return this.#posted.has(clientId) || this.#waiting.some((message) => message.clientId === clientId)
  }

  /** Without a connection it is not kept here: it is to be put again with the next one. */
  put(message: OutgoingMessage): void {
    this.#waiting.push(message)
    this.#flush()
  }

  /** The connection is lost. */
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
    }
    const [first = now] = this.#postedAt
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#flush(), first + WITHIN_MS - now)
  }
}
