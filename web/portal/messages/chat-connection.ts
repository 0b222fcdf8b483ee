import { type Received, readFrame, type Sent } from './chat-protocol.ts'

/**
 * Connected means that the chat has let this person in, not only that a socket is open
 * (docs/specification/messages.md#connection).
 */
export type ConnectionState = 'not connected' | 'connecting' | 'connected'

export const RECONNECT_DELAY_MS = 3_000
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

export type ChatConnection = {
  /** False when there is no connection to send on. */
  send: (frame: Sent) => boolean
  /** Tries now instead of when the delay is over. Does nothing while connected or connecting. */
  reconnect: () => void
  /** The same, and asks a connection that may have died meanwhile to say its welcome again. */
  check: () => void
  /** Gives this connection up for a new one: it has stopped answering. */
  restart: () => void
  close: () => void
}

/** Opens the chat's socket and keeps it open: after each close it tries again, until it is closed for good. */
export function openChat({ url, token, roomId, onState, onRefused, onFrame }: Options): ChatConnection {
  let socket: WebSocket | undefined
  let isWelcome = false
  let isClosed = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

  function connect() {
    if (isClosed || socket) return
    clearTimeout(retry)
    onState('connecting')
    const opened = new WebSocket(url)
    socket = opened
    patience = setTimeout(() => drop(opened), WELCOME_LIMIT_MS)
    opened.addEventListener('open', () => void introduce(opened))
    opened.addEventListener('message', ({ data }) => opened === socket && hear(data))
    opened.addEventListener('close', () => drop(opened))
  }

  function check() {
    const checked = socket
    if (!checked) return connect()
    if (!isWelcome) return
    clearTimeout(patience)
    patience = setTimeout(() => drop(checked), CHECK_LIMIT_MS)
    void introduce(checked)
  }

  async function introduce(opened: WebSocket) {
    const accessToken = await token().catch(() => undefined)
    if (opened !== socket) return
    if (accessToken === undefined) return drop(opened)
    opened.send(JSON.stringify({ type: 'auth', token: accessToken, roomId } satisfies Sent))
  }

  function hear(data: unknown) {
    const frame = readFrame(data)
    if (!frame) return
    if (frame.type === 'auth_success') {
      clearTimeout(patience)
      isWelcome = true
      onState('connected')
    }
    if (isWelcome) onFrame(frame)
    else if (frame.type === 'error') onRefused(frame.message)
  }

  /** Without waiting for the other side to agree: a dead connection never does. */
  function drop(dropped: WebSocket) {
    if (dropped !== socket) return
    clearTimeout(patience)
    socket = undefined
    isWelcome = false
    dropped.close()
    if (isClosed) return
    onState('not connected')
    retry = setTimeout(connect, RECONNECT_DELAY_MS)
  }

  connect()
  return {
    send(frame) {
      if (!socket || !isWelcome) return false
      socket.send(JSON.stringify(frame))
      return true
    },
    reconnect: connect,
    check,
    restart() {
      if (socket) drop(socket)
      connect()
    },
    close() {
      isClosed = true
      clearTimeout(retry)
      if (socket) drop(socket)
    },
  }
}
