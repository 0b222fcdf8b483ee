import type { ClientFrame, Payload } from '../frames.ts'
import type { RealtimeLimits } from '../realtime-limits.ts'
import { type ChannelSocket, PREFIX } from './channel-socket.ts'

/** The least time between two warnings to a client that exceeds a limit. */
const WARNING_INTERVAL_MS = 1000

/** Messages from the server by a channel, until it is closed. */
export class ServerMessages {
  readonly #socket: ChannelSocket
  readonly #limits: RealtimeLimits
  readonly #topic: string
  readonly #joinRef: string | null
  #isOver = false
  #warnedAt = 0

  constructor(socket: ChannelSocket, limits: RealtimeLimits, { topic, joinRef }: ClientFrame) {
    this.#socket = socket
    this.#limits = limits
    this.#topic = topic
    this.#joinRef = joinRef
  }

  get isOver() {
    return this.#isOver
  }

  push(event: string, payload: Payload): void {
    if (this.#isOver) return
    if (event === 'broadcast') this.#limits.messages.count(1)
    const joinRef = event === 'presence_state' ? this.#joinRef : null
    this.#socket.send({ joinRef, ref: null, topic: this.#topic, event, payload })
  }

  system(status: 'ok' | 'error', message: string, extension = 'system'): void {
    if (this.#isOver) return
    const payload = { extension, status, message, channel: this.#topic.slice(PREFIX.length) }
    this.#socket.send({ joinRef: this.#joinRef, ref: null, topic: this.#topic, event: 'system', payload })
  }

  warn(message: string): void {
    if (Date.now() - this.#warnedAt < WARNING_INTERVAL_MS) return
    this.#warnedAt = Date.now()
    this.system('error', message)
  }

  /** Ends the messages, with a closing frame or none. */
  end(event: 'phx_close' | 'phx_error' | undefined): void {
    this.#isOver = true
    if (event === undefined) return
    this.#socket.send({ joinRef: this.#joinRef, ref: this.#joinRef, topic: this.#topic, event, payload: {} })
  }
}
