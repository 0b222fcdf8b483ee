import { AsyncLocalStorage } from 'node:async_hooks'
import type { WebSocket } from 'ws'

type Handler = ((event: Event) => unknown) | null
type AddListener = Parameters<EventTarget['addEventListener']>
type RemoveListener = Parameters<EventTarget['removeEventListener']>
type Listener = AddListener[1]

/**
 * The socket a function holds: a WHATWG WebSocket that exists before its connection does. It opens once the function
 * has returned the upgrade's response, so handlers set before that miss nothing.
 */
export class FunctionSocket extends EventTarget {
  onopen: Handler = null
  onmessage: Handler = null
  onclose: Handler = null
  onerror: Handler = null
  binaryType = 'arraybuffer'

  #connection: WebSocket | undefined
  #closing: { code: number | undefined; reason: string | undefined } | undefined
  readonly #guards = new WeakMap<Listener, (event: Event) => void>()
  // Handlers run as part of the function that made the socket, whatever event of the network wakes them.
  readonly #asFunction = AsyncLocalStorage.snapshot()

  readonly protocol: string
  readonly #onFault: (error: unknown) => void
  constructor(protocol: string, onFault: (error: unknown) => void) {
    super()
    this.protocol = protocol
    this.#onFault = onFault
    for (const type of ['open', 'message', 'close', 'error'] as const) {
      this.addEventListener(type, (event) => this[`on${type}`]?.(event))
    }
  }

  get readyState(): number {
    if (this.#connection) return this.#connection.readyState
    return this.#closing ? 2 : 0
  }

  get bufferedAmount(): number {
    return this.#connection?.bufferedAmount ?? 0
  }

  send(data: string | ArrayBuffer | ArrayBufferView): void {
    if (!this.#connection) throw new DOMException('The socket is not open yet.', 'InvalidStateError')
    this.#connection.send(data)
  }

  close(code?: number, reason?: string): void {
    if (code !== undefined && code !== 1000 && (code < 3000 || code > 4999)) {
      throw new DOMException('The close code must be 1000 or between 3000 and 4999.', 'InvalidAccessError')
    }
    if (this.#connection) this.#connection.close(code, reason)
    else this.#closing = { code, reason }
  }

  // An error in a listener of an EventTarget ends the process on Node. A function's socket must not end everybody's.
  override addEventListener(...[type, listener, options]: AddListener): void {
    super.addEventListener(type, this.#guard(listener), options)
  }

  override removeEventListener(...[type, listener, options]: RemoveListener): void {
    super.removeEventListener(type, this.#guard(listener), options)
  }

  #guard(listener: Listener): (event: Event) => void {
    const known = this.#guards.get(listener)
    if (known) return known
    const guarded = async (event: Event) => {
      try {
        await (typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event))
      } catch (error) {
        this.#onFault(error)
      }
    }
    this.#guards.set(listener, guarded)
    return guarded
  }

  /** Gives the socket its connection. For the host only. */
  connect(connection: WebSocket): void {
    this.#connection = connection
    connection.binaryType = 'arraybuffer'
    const emit = (event: Event) => this.#asFunction(() => this.dispatchEvent(event))
    connection.on('message', (data, isBinary) => {
      emit(new MessageEvent('message', { data: isBinary ? data : data.toString() }))
    })
    connection.on('close', (code, reason) => {
      emit(new CloseEvent('close', { code, reason: reason.toString(), wasClean: code !== 1006 }))
    })
    connection.on('error', () => emit(new Event('error')))
    emit(new Event('open'))
    if (this.#closing) connection.close(this.#closing.code, this.#closing.reason)
  }
}
