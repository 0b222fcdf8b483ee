import { type ClientFrame, readFrame, type ServerFrame } from './chat-protocol.ts'

/**
 * Connected means that the chat has accepted this person, not only that a socket is open
 * (docs/specification/messages.md#connection).
 */
export type ConnectionState = 'not connected' | 'connecting' | 'connected'

export const RECONNECT_DELAY_MS = 3_000
/** The close code of the chat for a connection that has ended although its person may return at once. */
const COME_BACK = 4503
/** People whom one server sends away together return at random times within this period. */
const RETURN_WITHIN_MS = 500
/** A server that accepts a socket and then stays silent counts as no connection; no slow network takes this long. */
const WELCOME_LIMIT_MS = 10_000
/** A connection that answers no check within this time is replaced: a new one costs little. */
const CHECK_LIMIT_MS = 4_000

type Options = {
  /** The address of the chat function. */
  url: string
  /** Returns a fresh access token of the session; undefined when nobody is signed in any more. */
  token: () => Promise<string | undefined>
  roomId: string
  onState: (state: ConnectionState) => void
  /** Called when the chat refuses this person. */
  onRefused: (message: string) => void
  /** Called with every frame after the connection was accepted, the welcome first. */
  onFrame: (frame: ServerFrame) => void
}

type Timer = ReturnType<typeof setTimeout>

/**
 * Opens the chat's socket and keeps it open: after each close it connects again, until it is closed for good. After a
 * refusal it does not, since the chat would refuse every three seconds.
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

  /** Returns false without a connection to send on. */
  send(frame: ClientFrame): boolean {
    if (!this.#socket || !this.#isWelcome) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Connects now instead of after the delay. Does nothing while connected or connecting. */
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

  /** Connects now, and checks an open connection, which may have died, by asking for another welcome. */
  check() {
    const checked = this.#socket
    if (!checked) return this.#isRefused ? undefined : this.reconnect()
    if (!this.#isWelcome) return
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#drop(checked), CHECK_LIMIT_MS)
    void this.#introduce(checked)
  }

  /** Replaces a connection that has stopped answering. */
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
    opened.send(JSON.stringify({ type: 'auth', token: accessToken, roomId } satisfies ClientFrame))
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
   * A server that shuts down closes with this code, and nobody is shown a lost connection. A server that does so right
   * after its welcome has trouble of its own and gets the usual delay.
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

  /** Closes without waiting for the other side, since a dead connection never answers. */
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
