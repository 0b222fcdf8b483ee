import type { MessagePort, Transferable, Worker } from 'node:worker_threads'

/** One conversation of many over one port. The side that opened it ends it. */
export interface Conversation<Out> {
  send(message: Out, transfer?: Transferable[]): void
  end(): void
}

/** The receiver at one side of a line. */
export interface Listener<In> {
  hear(message: In): void
  /** The other side has ended the line, or its thread has ended, then with an error. */
  ended(error?: Error): void
}

/** A packet without a message ends the line. */
type Packet<Message> = { line: number; message?: Message }

/** One side of the lines over a port. */
export class Conversations<Out, In> {
  readonly #listeners = new Map<number, Listener<In>>()
  readonly #port: MessagePort | Worker
  #next: number

  /**
   * `accept` handles the first message of a line that the other side opens. One side uses odd numbers, the other even
   * ones.
   */
  constructor(port: MessagePort | Worker, side: 0 | 1, accept: (line: Conversation<Out>, opening: In) => Listener<In>) {
    this.#port = port
    this.#next = side
    port.on('message', (packet?: Partial<Packet<In>> | null) => {
      const { line, message } = packet ?? {}
      // Libraries that run on the thread may post messages of their own, which are ignored.
      if (line === undefined) return
      const listener = this.#listeners.get(line)
      if (message === undefined) {
        this.#listeners.delete(line)
        listener?.ended()
      } else if (listener) listener.hear(message)
      // Late messages for a line that was ended here are dropped.
      else if (line % 2 !== side) this.#listeners.set(line, accept(this.#line(line), message))
    })
  }

  open(opening: Out, listener: Listener<In>): Conversation<Out> {
    const number = this.#next
    this.#next += 2
    this.#listeners.set(number, listener)
    const line = this.#line(number)
    line.send(opening)
    return line
  }

  /** Ends all lines because the other side is gone. */
  cut(error: Error): void {
    const listeners = [...this.#listeners.values()]
    this.#listeners.clear()
    for (const listener of listeners) listener.ended(error)
  }

  #line(line: number): Conversation<Out> {
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
