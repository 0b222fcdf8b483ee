import type { Spender } from '../database.ts'
import type { Batch } from './worker-messages.ts'

/** Sorts what is written to a stream by whose it is, and remembers that until it has been answered. */
export class Batches {
  readonly #beginnings = new WeakMap<Buffer, Spender | undefined>()
  readonly #spenders = new Map<number, Spender>()
  #announced: Spender | undefined
  #current: Spender | undefined
  #number = 0

  /** To be written before what is theirs; undefined where that goes without saying. */
  beginningFor(spender: Spender | undefined): Buffer | undefined {
    if (spender === this.#announced) return undefined
    this.#announced = spender
    const beginning = Buffer.alloc(1)
    this.#beginnings.set(beginning, spender)
    return beginning
  }

  /** What was written, in order, as one batch for each of them. */
  of(chunks: readonly Buffer[]): Batch[] {
    const batches: Batch[] = []
    let pieces: Buffer[] = []
    const finish = () => {
      if (pieces.length > 0) batches.push({ number: this.#numbered(), bytes: Buffer.concat(pieces) })
      pieces = []
    }
    for (const chunk of chunks) {
      if (this.#beginnings.has(chunk)) {
        finish()
        this.#current = this.#beginnings.get(chunk)
      } else pieces.push(chunk)
    }
    finish()
    return batches
  }

  spenderOf(number: number): Spender | undefined {
    return this.#spenders.get(number)
  }

  answered(number: number, ms: number) {
    this.#spenders.get(number)?.onSpent?.(ms)
    this.#spenders.delete(number)
  }

  #numbered(): number {
    this.#number = (this.#number + 1) % 0x4000_0000
    if (this.#current) this.#spenders.set(this.#number, this.#current)
    return this.#number
  }
}
