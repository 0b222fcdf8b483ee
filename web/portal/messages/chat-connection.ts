import { type Received, readFrame, type Sent } from './chat-protocol.ts'

/**
 * Connected means that the chat has let this person in, not only that a socket is open
 * (docs/specification/messages.md#connection).
 */
export type ConnectionState = 'not connected' | 'connecting' | 'connected'

export const RECONNECT_DELAY_MS = 3_000
/** The chat's own word for a connection that is over, while its person may come back at once. */
const COME_BACK = 4503
/** People whom one server sends back together do not arrive at the next one in the same moment. */
const RETURN_WITHIN_MS = 500
/** Longer than any slow network takes; a server that accepts and then says nothing is no connection. */
const WELCOME_LIMIT_MS = 10_000
/** One that was let in before and does not answer so soon is given up: a new one costs little. */
const CHECK_LIMIT_MS = 4_000

type Options = {
  /** The address of the chat function. */
  url: string
  /** The session's access token, fresh enough to be let in with; undefined when nobody is signed in any more. */
  token: () => Promise<string | undefined>
  roomId: string
  onState: (state: ConnectionState) => void
  /** The chat did not let this person in. */
  onRefused: (message: string) => void
  /** What it says to those it let in, its welcome first. */
  onFrame: (frame: Received) => void
}

type Timer = ReturnType<typeof setTimeout>

/**
 * Opens the chat's socket and keeps it open: after each close it tries again, until it is closed for good. A chat that did
 * not let this person in is not asked again by itself: it would say the same every three seconds.
 */
export class ChatConnection {
  readonly #options: Options
  #socket: WebSocket | undefined
  #isWelcome = false
  #welcomeAt = 0
  #isClosed = false
  #isRefused = false
  #retry: Timer | undefined
  #patience: Timer | undefined

  constructor(options: Options) {
    this.#options = options
    this.reconnect()
  }

  /** False when there is no connection to send on. */
  send(frame: Sent): boolean {
    if (!this.#socket || !this.#isWelcome) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Tries now instead of when the delay is over. Does nothing while connected or connecting. */
  reconnect(): void {
    if (this.#isClosed || this.#socket) return
    clearTimeout(this.#retry)
    this.#isRefused = false
    this.#options.onState('connecting')
    const opened = new WebSocket(this.#options.url)
    this.#socket = opened
    this.#patience = setTimeout(() => this.#drop(opened), WELCOME_LIMIT_MS)
    opened.addEventListener('open', () => void this.#introduce(opened))
    opened.addEventListener('message', ({ data }) => opened === this.#socket && this.#hear(data))
    opened.addEventListener('close', ({ code }) => (code === COME_BACK ? this.#comeBack(opened) : this.#drop(opened)))
  }

  /** The same, and asks a connection that may have died meanwhile to say its welcome again. */
  check() {
    const checked = this.#socket
    if (!checked) return this.#isRefused ? undefined : this.reconnect()
    if (!this.#isWelcome) return
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#drop(checked), CHECK_LIMIT_MS)
    void this.#introduce(checked)
  }

  /** Gives this connection up for a new one: it has stopped answering. */
  restart(): void {
    if (this.#socket) this.#drop(this.#socket)
    this.reconnect()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    if (this.#socket) this.#drop(this.#socket)
  }

  async #introduce(opened: WebSocket): Promise<void> {
    const { token, roomId } = this.#options
    const accessToken = await token().catch(() => undefined)
    if (opened !== this.#socket) return
    if (accessToken === undefined) return this.#drop(opened)
    opened.send(JSON.stringify({ type: 'auth', token: accessToken, roomId } satisfies Sent))
  }

  #hear(data: unknown): void {
    const frame = readFrame(data)
    if (!frame) return
    if (frame.type === 'come_back') this.#comeBack(this.#socket)
    else if (frame.type === 'auth_success') {
      clearTimeout(this.#patience)
      if (!this.#isWelcome) this.#welcomeAt = Date.now()
      this.#isWelcome = true
      this.#options.onState('connected')
    }
    if (this.#isWelcome) this.#options.onFrame(frame)
    else if (frame.type === 'error') {
      this.#isRefused = true
      this.#options.onRefused(frame.message)
    }
  }

  /**
   * A server that ends says so, and nobody is told that there is no connection. One that sends people back as soon as it has
   * let them in has some trouble of its own, and is given its time.
   */
  #comeBack(ended: WebSocket | undefined): void {
    if (!ended || ended !== this.#socket) return
    if (!this.#isWelcome || Date.now() - this.#welcomeAt < RECONNECT_DELAY_MS) {
      this.#drop(ended)
      return
    }
    this.#forget(ended)
    this.#options.onState('connecting')
    this.#retry = setTimeout(() => this.reconnect(), Math.random() * RETURN_WITHIN_MS)
  }

  /** Without waiting for the other side to agree: a dead connection never does. */
  #drop(dropped: WebSocket): void {
    if (dropped !== this.#socket) return
    this.#forget(dropped)
    if (this.#isClosed) return
    this.#options.onState('not connected')
    if (!this.#isRefused) this.#retry = setTimeout(() => this.reconnect(), RECONNECT_DELAY_MS)
  }

  #forget(ended: WebSocket): void {
    clearTimeout(this.#patience)
    this.#socket = undefined
    this.#isWelcome = false
    ended.close()
  }
}
