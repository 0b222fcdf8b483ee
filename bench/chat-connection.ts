import type { Message } from './chat-history.ts'

export const RECONNECT_DELAY_MS = 3_000
const WELCOME_LIMIT_MS = 10_000

export type Frame =
  | { type: 'auth_success'; lastNumber: number }
  | { type: 'user_joined' | 'user_left' | 'user_typing' | 'error' }
  | { type: 'new_message'; message: Message }

export interface ChatConnection {
  isWelcome(): boolean
  /** Sends a frame; returns false if there is no connection. */
  send(frame: unknown): boolean
  /** Replaces the connection by a new one. */
  restart(): void
  close(): void
}

type Listener = { onFrame(frame: Frame): void; onLost(): void }

/** Opens the chat's WebSocket and keeps it open, as web/portal/messages/chat-connection.ts does. */
export function openChat(url: string, token: string, { onFrame, onLost }: Listener): ChatConnection {
  let socket: WebSocket | undefined
  let isWelcome = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let patience: NodeJS.Timeout | undefined

  function connect() {
    if (isClosed || socket) return
    clearTimeout(retry)
    const opened = new WebSocket(url)
    socket = opened
    patience = setTimeout(() => drop(opened), WELCOME_LIMIT_MS)
    opened.addEventListener('open', () => opened.send(JSON.stringify({ type: 'auth', token, roomId: 'general' })))
    opened.addEventListener('message', ({ data }) => opened === socket && hear(JSON.parse(String(data))))
    opened.addEventListener('close', () => drop(opened))
    opened.addEventListener('error', () => drop(opened))
  }

  function hear(frame: Frame) {
    if (frame.type === 'auth_success') {
      clearTimeout(patience)
      isWelcome = true
    }
    if (isWelcome) onFrame(frame)
  }

  function drop(dropped: WebSocket) {
    if (dropped !== socket) return
    clearTimeout(patience)
    socket = undefined
    isWelcome = false
    dropped.close()
    if (isClosed) return
    onLost()
    retry = setTimeout(connect, RECONNECT_DELAY_MS)
  }

  connect()
  return {
    isWelcome: () => isWelcome,
    send(frame) {
      if (!socket || !isWelcome) return false
      socket.send(JSON.stringify(frame))
      return true
    },
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
