import { AsyncLocalStorage } from 'node:async_hooks'
import type { Conversation } from '../protocol/conversations.ts'
import type { FromThread, ToThread } from '../protocol/messages.ts'
import { type SocketData, sizeOf } from '../protocol/socket-data.ts'

type Handler = ((event: Event) => unknown) | null

const MAX_REASON_BYTES = 123

/**
 * The function's end of a socket: a WHATWG WebSocket that exists before its connection. It opens once the function has
 * returned the upgrade response, so that handlers set before then miss nothing. The connection itself is in the server,
 * at the other end of a conversation.
 */
export class FunctionSocket extends EventTarget {
  onopen: Handler = null
  onmessage: Handler = null
  onclose: Handler = null
  onerror: Handler = null
  binaryType = 'arraybuffer'

  readyState = 0
  /** Bytes that the caller has not received yet. */
  bufferedAmount = 0

  #line: Conversation<FromThread> | undefined
  #closing: { code: number | undefined; reason: string | undefined } | undefined
  // Handlers run in the context of the function that made the socket, whatever network event triggers them.
  readonly #asFunction = AsyncLocalStorage.snapshot()

  readonly protocol: string
  constructor(protocol: string) {
    super()
    this.protocol = protocol
    for (const type of ['open', 'message', 'close', 'error'] as const) {
      this.addEventListener(type, (event) => this[`on${type}`]?.(event))
    }
  }

  send(data: SocketData | ArrayBufferView): void {
    if (this.readyState === 0) throw new DOMException('The socket is not open yet.', 'InvalidStateError')
    if (this.readyState !== 1) return
    const sent = sendable(data)
    this.bufferedAmount += sizeOf(sent)
    this.#line?.send({ type: 'say', data: sent })
  }

  close(code?: number, reason?: string): void {
    if (code !== undefined && code !== 1000 && !(Number.isInteger(code) && code >= 3000 && code <= 4999)) {
      throw new DOMException('The close code must be 1000 or between 3000 and 4999.', 'InvalidAccessError')
    }
    if (reason !== undefined && Buffer.byteLength(reason) > MAX_REASON_BYTES) {
      throw new DOMException(`The reason must not be longer than ${MAX_REASON_BYTES} bytes.`, 'SyntaxError')
    }
    if (this.readyState > 1) return
    const isOpen = this.readyState === 1
    this.readyState = 2
    if (isOpen) this.#line?.send({ type: 'close', code, reason })
    else this.#closing = { code, reason }
  }

  /** Connects the socket to its conversation. Only the host calls this and the methods below. */
  bindTo(line: Conversation<FromThread>): void {
    this.#line = line
  }

  hear(message: ToThread): void {
    switch (message.type) {
      case 'opened':
        if (this.#closing) this.#line?.send({ type: 'close', ...this.#closing })
        else this.readyState = 1
        this.#emit(new Event('open'))
        break
      case 'said': {
        const { data } = message
        this.#emit(new MessageEvent('message', { data }))
        this.#line?.send({ type: 'took', bytes: sizeOf(data) })
        break
      }
      case 'flushed':
        this.bufferedAmount -= message.bytes
        break
      case 'troubled':
        this.#emit(new Event('error'))
        break
      case 'closed':
        this.#closed(message)
    }
  }

  /** Closes the socket because the connection was lost or never established. */
  cut(): void {
    this.#closed({ code: 1006, reason: '' })
  }

  #closed({ code, reason }: { code: number; reason: string }): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.#emit(new CloseEvent('close', { code, reason, wasClean: code !== 1006 }))
  }

  #emit(event: Event): void {
    this.#asFunction(() => this.dispatchEvent(event))
  }
}

/**
 * Converts data as browsers do: anything other than bytes or a Blob becomes text. Only the visible part of a view is
 * sent.
 */
function sendable(data: unknown): SocketData {
  if (data instanceof ArrayBuffer || data instanceof Blob) return data
  if (!ArrayBuffer.isView(data)) return String(data)
  const { buffer, byteOffset, byteLength } = data
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength)).buffer
}
