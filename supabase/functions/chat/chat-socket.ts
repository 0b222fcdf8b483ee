import type { Participant } from './chat-rooms.ts'
import type { ChatServer } from './chat-server.ts'
import { AccessDenied, type Member, NotStored, TokenExpired } from './chat-store.ts'
import { type Change, type ClientFrame, FrameRefused, readFrame, type ServerFrame } from './protocol.ts'
import { rateLimit } from './rate-limit.ts'

/** The most unsent bytes of a connection: a slow reader is disconnected before unsent frames fill the memory. */
const MAX_UNREAD_BYTES = 1_000_000
/** The most queued frames of a connection; no person sends more, or more within a period. */
const MAX_WAITING = 100
const MAX_FRAMES = 100
const WITHIN_MS = 5_000

/** Close codes of the chat's WebSocket: what the browser does next differs. */
const TOKEN_EXPIRED = 4401
const NOT_ALLOWED = 4403
const COME_BACK = 4503

/** The part of a WebSocket that the chat uses. */
export type ClientSocket = Pick<WebSocket, 'readyState' | 'bufferedAmount' | 'send' | 'close'> & {
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: CloseEvent) => void) | null
}

/** Serves one chat connection from its first frame to its end. */
export class ChatSocket {
  /** Resolves after the connection has ended and everybody was told. */
  readonly done: Promise<void>
  readonly #id = crypto.randomUUID()
  readonly #socket: ClientSocket
  readonly #server: ChatServer
  readonly #onKnown: () => void
  readonly #arriving = rateLimit(MAX_FRAMES, WITHIN_MS)
  readonly #patience: ReturnType<typeof setTimeout>
  #seat: Participant | undefined
  #isOver = false
  /**
   * Whether the person is typing. Undefined at first: an earlier connection of this person may have died while they
   * typed.
   */
  #isTyping: boolean | undefined
  #waiting = 0
  /** The latest frame's processing: frames are handled one after the other, so that answers keep their order. */
  #latest = Promise.resolve()

  /** `onKnown` is called when the person is authenticated or the connection has ended. */
  constructor(socket: ClientSocket, server: ChatServer, onKnown = () => {}) {
    this.#socket = socket
    this.#server = server
    this.#onKnown = onKnown
    this.#patience = setTimeout(() => this.#end('Nobody signed in to the chat.'), server.limits.signInMs)
    socket.onmessage = ({ data }) => this.#onFrame(data)
    this.done = new Promise((resolve) => {
      socket.onclose = () => void this.#close().finally(resolve)
    })
  }

  #onFrame(data: unknown): void {
    if (this.#isOver) return
    this.#waiting += 1
    if (this.#waiting > MAX_WAITING || !this.#arriving.allows()) {
      this.#end('That was too much at once.')
      return
    }
    this.#latest = this.#latest
      .then(() => this.#answer(data))
      .finally(() => {
        this.#waiting -= 1
      })
  }

  async #answer(data: unknown): Promise<void> {
    if (this.#isOver) return
    try {
      const asked = readFrame(data)
      if (asked.type === 'auth') await this.#welcome(asked.token)
      else if (this.#seat) await this.#handle(asked, this.#seat.member)
      else this.#end('The first frame must be auth.')
    } catch (error) {
      // A refused message may mean that the person has lost their access, so that is checked.
      if (error instanceof NotStored && this.#seat) await this.#server.recheck(this.#seat.member.userId)
      this.#fail(error)
    }
  }

  async #handle(asked: Exclude<ClientFrame, { type: 'auth' }>, member: Member): Promise<void> {
    if (asked.type === 'typing') return this.#setTyping(member, asked.isTyping)
    if (asked.type === 'seen') return this.#server.addSeenMark(member, asked.upTo)
    if (asked.type !== 'message') return this.#change(member, asked)
    const { content, messageType, metadata } = asked
    const message = await this.#server.store.add(member, { content, message_type: messageType, metadata })
    // A message stored earlier is announced too: the server that stored it may have died before announcing it.
    await this.#server.announce(member.agencyId, { type: 'new_message', message })
  }

  /** A refused change names its message: browsers relate an `error` to the latest sent message. */
  async #change(member: Member, change: Change): Promise<void> {
    try {
      const message = await this.#server.store.change(member, change)
      await this.#server.announce(member.agencyId, { type: 'message_changed', message })
    } catch (error) {
      if (!(error instanceof NotStored || error instanceof FrameRefused)) throw error
      this.#announce({ type: 'change_refused', messageId: change.messageId, message: error.message })
    }
  }

  async #setTyping(member: Member, isTyping: boolean): Promise<void> {
    if (this.#isTyping === isTyping) return
    this.#isTyping = isTyping
    const { userId, agencyId } = member
    await this.#server.announce(agencyId, { type: 'user_typing', userId, isTyping }, userId)
    await this.#server.store.setTyping(member, isTyping)
  }

  #welcome(token: string): Promise<void> {
    return this.#seat ? this.#renew(token, this.#seat) : this.#enterRoom(token)
  }

  /** Authenticates a connected person with a fresh token. */
  async #renew(token: string, participant: Participant): Promise<void> {
    const { member, lastNumber } = await this.#server.admit(this.#id, token)
    const { userId, agencyId } = participant.member
    if (userId !== member.userId || agencyId !== member.agencyId) throw new AccessDenied()
    participant.member = member
    this.#announce(welcome(lastNumber))
  }

  async #enterRoom(token: string): Promise<void> {
    clearTimeout(this.#patience)
    const entrance = await this.#server.admitInTurn(this.#id, token, () => this.#isOver)
    if (!entrance) return
    const { member, isFirst, lastNumber } = entrance
    this.#onKnown()
    if (!this.#server.hasRoomFor(member)) {
      await this.#server.leave(this.#id, member)
      return this.#end('You have the chat open too many times.')
    }
    // Frames of the room wait until after the welcome, which tells the browser that it has joined.
    let early: ServerFrame[] | undefined = []
    this.#seat = {
      id: this.#id,
      member,
      tell: (frame) => void (early ? early.push(frame) : this.#announce(frame)),
      end: (reason) => this.#end(reason),
    }
    if (this.#isOver) return
    await this.#server.enter(this.#seat)
    for (const frame of [welcome(lastNumber), ...early]) this.#announce(frame)
    early = undefined
    const { userId, agencyId } = member
    if (isFirst) await this.#server.announce(agencyId, { type: 'user_joined', userId }, userId)
    else await this.#setTyping(member, false)
  }

  #close(): Promise<void> {
    this.#isOver = true
    this.#onKnown()
    clearTimeout(this.#patience)
    this.#latest = this.#latest.then(() => this.#leave())
    return this.#latest
  }

  async #leave(): Promise<void> {
    if (!this.#seat) return
    const { member } = this.#seat
    // The token may have expired; the connection's row is removed anyway, with the service key.
    if (this.#isTyping) await this.#setTyping(member, false).catch(() => undefined)
    await this.#server.leave(this.#id, member)
  }

  #announce(frame: ServerFrame): void {
    if (this.#isOver || this.#send(frame)) return
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) this.#end()
  }

  #send(frame: ServerFrame): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN || this.#socket.bufferedAmount > MAX_UNREAD_BYTES) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  #fail(error: unknown): void {
    if (error instanceof FrameRefused) this.#refuse(error.message)
    else if (error instanceof NotStored) this.#refuse('The message was not stored.')
    else if (error instanceof AccessDenied) this.#end('You do not have access to this chat.')
    else if (error instanceof TokenExpired) this.#finish({ type: 'token_expired' }, TOKEN_EXPIRED, error.message)
    else {
      // The connection is closed on an internal error, so that the browser reconnects and sends unacknowledged messages
      // again.
      console.error('The chat failed:', error)
      this.#end()
    }
  }

  /** Refuses a frame; an admitted person stays connected. */
  #refuse(message: string): void {
    if (this.#seat) this.#announce({ type: 'error', message })
    else this.#end(message)
  }

  /** Closes the connection with a reason for the person; without one, the browser comes back. */
  #end(reason?: string): void {
    if (reason === undefined) this.#finish({ type: 'come_back' }, COME_BACK, 'Please connect again.')
    else this.#finish({ type: 'error', message: reason }, NOT_ALLOWED, reason)
  }

  /**
   * Closes the connection. The last frame repeats the reason of the close: browsers do not always receive the close code from
   * Deno, which sends a second Close.
   */
  #finish(last: ServerFrame, code: number, reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#send(last)
    clearTimeout(this.#patience)
    this.#socket.close(code, reason)
  }
}

const welcome = (lastNumber: number): ServerFrame => ({
  type: 'auth_success',
  lastNumber,
  now: new Date().toISOString(),
})
