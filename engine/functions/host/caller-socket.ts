import type { WebSocket } from 'ws'
import type { Conversation } from '../protocol/conversations.ts'
import type { FromThread, ToThread } from '../protocol/messages.ts'
import { type SocketData, sizeOf } from '../protocol/socket-data.ts'

/** Unread bytes on their way to the function, above which the caller is paused. */
const MAX_UNREAD_BYTES = 1024 * 1024
/** The longest delay of a report to the function that its data has been sent; batching keeps reports cheap. */
const FLUSH_REPORT_MS = 10
/** Close code "Service restart": clients may reconnect. */
const RESTART = 1012

/** The caller's WebSocket, connected by a conversation to the function's. */
export class CallerSocket {
  readonly #line: Conversation<ToThread>
  readonly #onEnd: () => void
  #client: WebSocket | undefined
  #waiting = 0
  #flushed = 0
  #isCut = false

  constructor(line: Conversation<ToThread>, onEnd: () => void) {
    this.#line = line
    this.#onEnd = onEnd
  }

  connect(client: WebSocket): void {
    this.#client = client
    if (this.#isCut) this.cut()
    const line = this.#line
    client.binaryType = 'arraybuffer'
    client.on('message', (data, isBinary) => {
      const said = isBinary && data instanceof ArrayBuffer ? data : data.toString()
      this.#waiting += sizeOf(said)
      if (this.#waiting > MAX_UNREAD_BYTES) client.pause()
      line.send({ type: 'said', data: said })
    })
    client.on('error', () => line.send({ type: 'troubled' }))
    client.on('close', (code, reason) => {
      line.send({ type: 'closed', code, reason: reason.toString() })
      line.end()
      this.#onEnd()
    })
    line.send({ type: 'opened' })
  }

  hear(message: FromThread): void {
    if (message.type === 'say') this.#say(message.data)
    else if (message.type === 'close') this.#client?.close(message.code, message.reason)
    else if (message.type === 'took') {
      this.#waiting -= message.bytes
      if (this.#client?.isPaused && this.#waiting <= MAX_UNREAD_BYTES) this.#client.resume()
    }
  }

  /** Closes the socket because the function's thread has ended. */
  cut(): void {
    this.#isCut = true
    this.#client?.resume()
    this.#client?.close(RESTART, 'The function was restarted')
  }

  #say(data: SocketData): void {
    const bytes = sizeOf(data)
    this.#client?.send(data, () => {
      if (this.#flushed === 0) setTimeout(() => this.#report(), FLUSH_REPORT_MS)
      this.#flushed += bytes
    })
  }

  #report(): void {
    this.#line.send({ type: 'flushed', bytes: this.#flushed })
    this.#flushed = 0
  }
}
