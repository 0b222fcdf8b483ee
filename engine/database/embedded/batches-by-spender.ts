import type { Spender } from '../database.ts'
import type { Batch } from './worker-messages.ts'

/**
 * Splits what is written to a stream into batches, one for each spender, and remembers the spender until the batch is
 * answered.
 */
export class BatchesBySpender {
  readonly #beginnings = new WeakMap<Buffer, Spender | undefined>()
  readonly #spenders = new Map<number, Spender>()
  #announced: Spender | undefined
  #current: Spender | undefined
  #number = 0

  /** Bytes that must be written before the spender's own; undefined where the spender stays the same. */
  beginningFor(spender: Spender | undefined): Buffer | undefined {
    if (spender === this.#announced) return undefined
    this.#announced = spender
    const beginning = Buffer.alloc(1)
    this.#beginnings.set(beginning, spender)
    return beginning
  }

  /** The written chunks, in order, grouped into one batch for each spender. */
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
