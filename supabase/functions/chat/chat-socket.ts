import type { ChatServer, Seat } from './chat-server.ts'
import { AccessDenied, type Member, NotStored } from './chat-store.ts'
import { type Asked, FrameRefused, readFrame, type Told } from './protocol.ts'
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
export type ChatSocket = Pick<WebSocket, 'readyState' | 'bufferedAmount' | 'send' | 'close'> & {
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: CloseEvent) => void) | null
}

/** Serves one connection from its first frame to its end, which this waits for. `goOn`: it is known who that is, or over. */
export function serveSocket(socket: ChatSocket, server: ChatServer, goOn = () => {}): Promise<void> {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const connection = crypto.randomUUID()
  const arriving = rateLimit(MOST_FRAMES, WITHIN_MS)
  let seat: Seat | undefined
  let isOver = false
  /** Unknown at first: a connection of this person that died may have left them typing. */
  let isTyping: boolean | undefined
  let waiting = 0
  // Answers come in the order of what was sent: one frame after the other.
  let latest = Promise.resolve()

  const patience = setTimeout(() => end('Nobody signed in to the chat.'), server.limits.signInMs)

  socket.onmessage = ({ data }) => {
    if (isOver) return
    waiting += 1
    if (waiting > MOST_WAITING || !arriving.allows()) {
      end('That was too much at once.')
      return
    }
    latest = latest
      .then(() => answer(data))
      .finally(() => {
        waiting -= 1
      })
  }
  socket.onclose = () => {
    isOver = true
    goOn()
    clearTimeout(patience)
    latest = latest.then(leave).finally(resolve)
  }
  return done

  async function answer(data: unknown): Promise<void> {
    if (isOver) return
    try {
      const asked = readFrame(data)
      if (asked.type === 'auth') await welcome(asked.token)
      else if (seat) await handle(asked, seat.member)
      else end('The first frame must be auth.')
    } catch (error) {
      // Perhaps the person may no longer be here at all.
      if (error instanceof NotStored && seat) await server.recheck(seat.member.userId)
      fail(error)
    }
  }

  async function handle(asked: Exclude<Asked, { type: 'auth' }>, member: Member): Promise<void> {
    if (asked.type === 'typing') return setTyping(member, asked.isTyping)
    const { content, messageType, metadata } = asked
    const message = await server.store.add(member, { content, message_type: messageType, metadata })
    // Also when it was stored before: the server that stored it may have died before it told anybody.
    await server.announce(member.agencyId, { type: 'new_message', message })
  }

  async function setTyping(member: Member, now: boolean): Promise<void> {
    if (isTyping === now) return
    isTyping = now
    await server.announce(member.agencyId, { type: 'user_typing', userId: member.userId, isTyping }, member.userId)
    await server.store.setTyping(member, isTyping)
  }

  /** Lets the person in, or stay with a fresh token. */
  async function welcome(token: string): Promise<void> {
    const { isFirst, ...member } = await server.admit(connection, token)
    if (seat) {
      if (seat.member.userId !== member.userId || seat.member.agencyId !== member.agencyId) throw new AccessDenied()
      seat.member = member
      tell({ type: 'auth_success' })
      return
    }
    clearTimeout(patience)
    goOn()
    if (!server.hasRoomFor(member)) {
      await server.leave(connection, member)
      return end('You have the chat open too many times.')
    }
    seat = { id: connection, member, tell, end }
    if (isOver) return
    await server.enter(seat)
    tell({ type: 'auth_success' })
    if (isFirst) await server.announce(member.agencyId, { type: 'user_joined', userId: member.userId }, member.userId)
    else await setTyping(member, false)
  }

  async function leave(): Promise<void> {
    if (!seat) return
    const { member } = seat
    if (isTyping) await setTyping(member, false).catch(() => undefined) // The token may have ended; the row goes anyway.
    await server.leave(connection, member)
  }

  function tell(frame: Told): void {
    if (isOver || socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount > MOST_UNREAD_BYTES) end()
    else socket.send(JSON.stringify(frame))
  }

  function fail(error: unknown): void {
    if (error instanceof FrameRefused) refuse(error.message)
    else if (error instanceof NotStored) refuse('The message was not stored.')
    else if (error instanceof AccessDenied) end('You do not have access to this chat.')
    else {
      // Our own trouble: the browser comes back in a moment and sends again what was not acknowledged.
      console.error('The chat failed:', error)
      end()
    }
  }

  /** Whoever is in may say something else instead. */
  function refuse(message: string): void {
    if (seat) tell({ type: 'error', message })
    else end(message)
  }

  function end(reason?: string): void {
    if (isOver) return
    if (reason !== undefined) tell({ type: 'error', message: reason })
    isOver = true
    clearTimeout(patience)
    socket.close(reason === undefined ? COME_BACK : NOT_ALLOWED, reason ?? 'Please connect again.')
  }
}
