import type { MessagePort, Transferable, Worker } from 'node:worker_threads'

/** One talk of many over one port. Whoever opened it ends it. */
export interface Line<Out> {
  send(message: Out, transfer?: Transferable[]): void
  end(): void
}

/** Who listens at this side of a line. */
export interface Listener<In> {
  hear(message: In): void
  /** The other side has ended the line, or is no more: then with the error to tell of. */
  ended(error?: Error): void
}

/** Without a message: the end of the line. */
type Packet<Message> = { line: number; message?: Message }

/** The lines over one port, seen from one of its two sides. */
export class Lines<Out, In> {
  readonly #listeners = new Map<number, Listener<In>>()
  readonly #port: MessagePort | Worker
  #next: number

  /** `accept` answers the first message of a line that the other side opens. One side counts odd, the other even. */
  constructor(port: MessagePort | Worker, side: 0 | 1, accept: (line: Line<Out>, opening: In) => Listener<In>) {
    this.#port = port
    this.#next = side
    port.on('message', (packet?: Partial<Packet<In>> | null) => {
      const { line, message } = packet ?? {}
      // A library that finds itself on a thread may speak to whoever started it, in words of its own.
      if (line === undefined) return
      const listener = this.#listeners.get(line)
      if (message === undefined) {
        this.#listeners.delete(line)
        listener?.ended()
      } else if (listener) listener.hear(message)
      // What comes late for a line that was ended here is for nobody.
      else if (line % 2 !== side) this.#listeners.set(line, accept(this.#line(line), message))
    })
  }

  open(opening: Out, listener: Listener<In>): Line<Out> {
    const number = this.#next
    this.#next += 2
    this.#listeners.set(number, listener)
    const line = this.#line(number)
    line.send(opening)
    return line
  }

  /** The other side is gone. */
  cut(error: Error): void {
    const listeners = [...this.#listeners.values()]
    this.#listeners.clear()
    for (const listener of listeners) listener.ended(error)
  }

  #line(line: number): Line<Out> {
    let isOpen = true
    return {
      send: (message, transfer) => {
        if (isOpen) this.#port.postMessage({ line, message } satisfies Packet<Out>, transfer)
      },
      end: () => {
        if (isOpen && this.#listeners.delete(line)) this.#port.postMessage({ line } satisfies Packet<Out>)
        isOpen = false
      },
    }
  }
}
