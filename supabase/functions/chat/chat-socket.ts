import type { Seat } from './chat-rooms.ts'
import type { ChatServer } from './chat-server.ts'
import { AccessDenied, type Member, NotStored } from './chat-store.ts'
import { type Asked, type Change, FrameRefused, readFrame, type Told } from './protocol.ts'
import { rateLimit } from './rate-limit.ts'

/** Somebody who does not read what is said is cut: it would pile up here. */
const MOST_UNREAD_BYTES = 1_000_000
/** More frames than that waiting, or within a while, are no person's. */
const MOST_WAITING = 100
const MOST_FRAMES = 100
const WITHIN_MS = 5_000

/** Codes of our own: the browser reconnects after each, but not the same thing is the matter. */
const NOT_ALLOWED = 4403
const COME_BACK = 4503

/** What this needs of a WebSocket. */
export type ClientSocket = Pick<WebSocket, 'readyState' | 'bufferedAmount' | 'send' | 'close'> & {
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: CloseEvent) => void) | null
}

/** Serves one connection from its first frame to its end. */
export class ChatSocket {
  /** Resolves after its end, when everybody knows of it. */
  readonly done: Promise<void>
  readonly #id = crypto.randomUUID()
  readonly #socket: ClientSocket
  readonly #server: ChatServer
  readonly #onKnown: () => void
  readonly #arriving = rateLimit(MOST_FRAMES, WITHIN_MS)
  readonly #patience: ReturnType<typeof setTimeout>
  #seat: Seat | undefined
  #isOver = false
  /** Unknown at first: a connection of this person that died may have left them typing. */
  #isTyping: boolean | undefined
  #waiting = 0
  /** Answers come in the order of what was sent: one frame after the other. */
  #latest = Promise.resolve()

  /** `onKnown`: it is known who that is, or over. */
  constructor(socket: ClientSocket, server: ChatServer, onKnown = () => {}) {
    this.#socket = socket
    this.#server = server
    this.#onKnown = onKnown
    this.#patience = setTimeout(() => this.#end('Nobody signed in to the chat.'), server.limits.signInMs)
    socket.onmessage = ({ data }) => this.#hear(data)
    this.done = new Promise((resolve) => {
      socket.onclose = () => void this.#close().finally(resolve)
    })
  }

  #hear(data: unknown): void {
    if (this.#isOver) return
    this.#waiting += 1
    if (this.#waiting > MOST_WAITING || !this.#arriving.allows()) {
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
      // Perhaps the person may no longer be here at all.
      if (error instanceof NotStored && this.#seat) await this.#server.recheck(this.#seat.member.userId)
      this.#fail(error)
    }
  }

  async #handle(asked: Exclude<Asked, { type: 'auth' }>, member: Member): Promise<void> {
    if (asked.type === 'typing') return this.#setTyping(member, asked.isTyping)
    if (asked.type === 'seen') return this.#server.noteSeen(member, asked.upTo)
    if (asked.type !== 'message') return this.#change(member, asked)
    const { content, messageType, metadata } = asked
    const message = await this.#server.store.add(member, { content, message_type: messageType, metadata })
    // Also when it was stored before: the server that stored it may have died before it told anybody.
    await this.#server.announce(member.agencyId, { type: 'new_message', message })
  }

  /** A refusal names the message: that of an `error` would be taken for what was said last. */
  async #change(member: Member, change: Change): Promise<void> {
    try {
      const message = await this.#server.store.change(member, change)
      await this.#server.announce(member.agencyId, { type: 'message_changed', message })
    } catch (error) {
      if (!(error instanceof NotStored || error instanceof FrameRefused)) throw error
      this.#tell({ type: 'change_refused', messageId: change.messageId, message: error.message })
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
    return this.#seat ? this.#renew(token, this.#seat) : this.#letIn(token)
  }

  /** Somebody who is in stays, with a fresh token. */
  async #renew(token: string, seat: Seat): Promise<void> {
    const { member, lastNumber } = await this.#server.admit(this.#id, token)
    const { userId, agencyId } = seat.member
    if (userId !== member.userId || agencyId !== member.agencyId) throw new AccessDenied()
    seat.member = member
    this.#tell({ type: 'auth_success', lastNumber })
  }

  async #letIn(token: string): Promise<void> {
    clearTimeout(this.#patience)
    const entrance = await this.#server.admitInTurn(this.#id, token, () => this.#isOver)
    if (!entrance) return
    const { member, isFirst, lastNumber } = entrance
    this.#onKnown()
    if (!this.#server.hasRoomFor(member)) {
      await this.#server.leave(this.#id, member)
      return this.#end('You have the chat open too many times.')
    }
    // What happens in the room while they come in is told after the welcome, by which they know that they are in.
    let early: Told[] | undefined = []
    this.#seat = {
      id: this.#id,
      member,
      tell: (frame) => void (early ? early.push(frame) : this.#tell(frame)),
      end: (reason) => this.#end(reason),
    }
    if (this.#isOver) return
    await this.#server.enter(this.#seat)
    for (const frame of [{ type: 'auth_success' as const, lastNumber }, ...early]) this.#tell(frame)
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
    // The token may have ended; the row goes anyway.
    if (this.#isTyping) await this.#setTyping(member, false).catch(() => undefined)
    await this.#server.leave(this.#id, member)
  }

  #tell(frame: Told): void {
    if (this.#isOver || this.#send(frame)) return
    if (this.#socket.bufferedAmount > MOST_UNREAD_BYTES) this.#end()
  }

  #send(frame: Told): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN || this.#socket.bufferedAmount > MOST_UNREAD_BYTES) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  #fail(error: unknown): void {
    if (error instanceof FrameRefused) this.#refuse(error.message)
    else if (error instanceof NotStored) this.#refuse('The message was not stored.')
    else if (error instanceof AccessDenied) this.#end('You do not have access to this chat.')
    else {
      // Our own trouble: the browser comes back in a moment and sends again what was not acknowledged.
      console.error('The chat failed:', error)
      this.#end()
    }
  }

  /** Whoever is in may say something else instead. */
  #refuse(message: string): void {
    if (this.#seat) this.#tell({ type: 'error', message })
    else this.#end(message)
  }

  #end(reason?: string): void {
    if (this.#isOver) return
    this.#isOver = true
    // A frame says it too: of a socket that Deno closes, browsers do not always hear the code (it sends a second Close).
    this.#send(reason === undefined ? { type: 'come_back' } : { type: 'error', message: reason })
    clearTimeout(this.#patience)
    this.#socket.close(reason === undefined ? COME_BACK : NOT_ALLOWED, reason ?? 'Please connect again.')
  }
}
