const MAX_BYTES = 1024
/** The first word of the buffer holds the length of the text, or one of these states. */
const WAITING = 0
const NONE = -1

/** A text that one thread waits for synchronously until another one provides it. */
export class BlockingText {
  readonly shared: SharedArrayBuffer
  readonly #length: Int32Array
  readonly #bytes: Uint8Array

  constructor(shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT + MAX_BYTES)) {
    this.shared = shared
    this.#length = new Int32Array(shared, 0, 1)
    this.#bytes = new Uint8Array(shared, Int32Array.BYTES_PER_ELEMENT)
  }

  provide(text: string | undefined) {
    const bytes = Buffer.from(text ?? '')
    this.#bytes.set(bytes)
    Atomics.store(this.#length, 0, text === undefined ? NONE : bytes.length)
    Atomics.notify(this.#length, 0)
  }

  /** Blocks until the text is there; undefined where there is none, or none in time. */
  wait(ms: number): string | undefined {
    Atomics.wait(this.#length, 0, WAITING, ms)
    const length = Atomics.load(this.#length, 0)
    return length <= 0 ? undefined : Buffer.from(this.#bytes.subarray(0, length)).toString()
  }
}
