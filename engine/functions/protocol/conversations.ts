import type { MessagePort, Transferable, Worker } from 'node:worker_threads'

/** One side of a conversation, of which many share a port. The side that opened it ends it. */
export interface Conversation<Out> {
  send(message: Out, transfer?: Transferable[]): void
  end(): void
}

/** The receiver of a conversation's messages on one side. */
export interface Listener<In> {
  receive(message: In): void
  /** The other side has ended the conversation, or its thread has ended, then with an error. */
  ended(error?: Error): void
}

/** A packet without a message ends the conversation. */
type Packet<Message> = { line: number; message?: Message }

/** One side of all conversations over a port. */
export class Conversations<Out, In> {
  readonly #listeners = new Map<number, Listener<In>>()
  readonly #port: MessagePort | Worker
  #next: number

  /**
   * `accept` handles the first message of a conversation that the other side opens. One side numbers its conversations
   * oddly, the other evenly.
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
      } else if (listener) listener.receive(message)
      // Late messages of a conversation that was ended here are dropped.
      else if (line % 2 !== side) this.#listeners.set(line, accept(this.#conversation(line), message))
    })
  }

  open(opening: Out, listener: Listener<In>): Conversation<Out> {
    const number = this.#next
    this.#next += 2
    this.#listeners.set(number, listener)
    const line = this.#conversation(number)
    line.send(opening)
    return line
  }

  /** Ends all conversations because the other side is gone. */
  cut(error: Error): void {
    const listeners = [...this.#listeners.values()]
    this.#listeners.clear()
    for (const listener of listeners) listener.ended(error)
  }

  #conversation(line: number): Conversation<Out> {
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
