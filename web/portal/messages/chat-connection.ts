import { type ClientFrame, readFrame, type ServerFrame } from './chat-protocol.ts'

/**
 * The state of the chat's connection. Connected means that the chat has accepted this person, not only that a socket is open
 * (docs/specification/messages.md#connection).
 */
export type ConnectionState = 'not connected' | 'connecting' | 'connected'

export const RECONNECT_DELAY_MS = 3_000
/** The WebSocket close code of the chat for a server that shuts down: the person may return at once. */
const COME_BACK = 4503
/** The close code of the chat for a token that has expired: the person may return with a renewed one. */
const TOKEN_EXPIRED = 4401
/** How often the reconnect delay doubles while the chat finds every token expired: up to a minute and a half. */
const MOST_DOUBLINGS = 5
/** The period within which people reconnect, each at a random time, after one server has closed all their connections. */
const RETURN_WITHIN_MS = 500
/**
 * The time limit for the chat's welcome frame: a server that accepts a socket and then stays silent counts as no connection.
 */
const WELCOME_LIMIT_MS = 10_000
/**
 * The time limit for the answer to a connection check; a connection without one is replaced, since a new one costs little.
 */
const CHECK_LIMIT_MS = 4_000

type Options = {
  /** The address of the chat function, to which the WebSocket connects. */
  url: string
  /** Returns a fresh access token of the session; undefined when nobody is signed in. */
  token: () => Promise<string | undefined>
  roomId: string
  onState: (state: ConnectionState) => void
  /** Called when the chat finds the token expired, before the connection is tried again. */
  onTokenExpired: () => void
  /** Called when the chat refuses this person. */
  onRefused: (message: string) => void
  /** Called with every frame after the connection was accepted, beginning with the welcome. */
  onFrame: (frame: ServerFrame) => void
}

type Timer = ReturnType<typeof setTimeout>

/**
 * Opens the chat's WebSocket and keeps it open: after each close it connects again, until it is closed for good. After a
 * refusal it stops, since the chat would refuse every three seconds.
 */
export class ChatConnection {
  readonly #options: Options
  #socket: WebSocket | undefined
  #isWelcome = false
  #welcomeAt = 0
  #isClosed = false
  #isRefused = false
  /** The number of expired tokens since the last welcome. */
  #expiredTokens = 0
  #retry: Timer | undefined
  #patience: Timer | undefined

  constructor(options: Options) {
    this.#options = options
    this.reconnect()
  }

  /** Sends a frame. Returns false if there is no connection. */
  send(frame: ClientFrame): boolean {
    if (!this.#socket || !this.#isWelcome) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Connects now instead of after the retry delay. Does nothing while connected or connecting. */
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
    opened.addEventListener('close', ({ code }) => {
      if (code === COME_BACK) this.#comeBack(opened)
      else if (code === TOKEN_EXPIRED) this.#returnRenewed(opened)
      else this.#drop(opened)
    })
  }

  /** Connects now, and checks an open connection, which may have died silently, by asking for another welcome. */
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
    else if (frame.type === 'token_expired') this.#returnRenewed(this.#socket)
    else if (frame.type === 'auth_success') {
      clearTimeout(this.#patience)
      if (!this.#isWelcome) this.#welcomeAt = Date.now()
      this.#isWelcome = true
      this.#expiredTokens = 0
      this.#options.onState('connected')
    }
    if (this.#isWelcome) this.#options.onFrame(frame)
    else if (frame.type === 'error') {
      this.#isRefused = true
      this.#options.onRefused(frame.message)
    }
  }

  /**
   * Returns soon to a chat whose server shut down with this close code, without showing a lost connection. A server that does
   * so right after its welcome has trouble of its own and gets the usual delay.
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

  /** Returns to a chat that found the token expired, later each time, while the session is renewed. */
  #returnRenewed(ended: WebSocket | undefined): void {
    if (!ended || ended !== this.#socket) return
    this.#options.onTokenExpired()
    this.#drop(ended, RECONNECT_DELAY_MS * 2 ** Math.min(this.#expiredTokens, MOST_DOUBLINGS))
    this.#expiredTokens += 1
  }

  /** Closes a socket without waiting for the other side, since a dead connection never answers. */
  #drop(dropped: WebSocket, delayMs = RECONNECT_DELAY_MS): void {
    if (dropped !== this.#socket) return
    this.#forget(dropped)
    if (this.#isClosed) return
    this.#options.onState('not connected')
    if (!this.#isRefused) this.#retry = setTimeout(() => this.reconnect(), delayMs)
  }

  #forget(ended: WebSocket): void {
    clearTimeout(this.#patience)
    this.#socket = undefined
    this.#isWelcome = false
    ended.close()
  }
}
