import type { CostListener } from '../database.ts'
import type { Batch } from './worker-messages.ts'

/**
 * Splits what is written to a stream into batches, one for each listener, and remembers the listener until the batch is
 * answered.
 */
export class BatchesByCostListener {
  readonly #beginnings = new WeakMap<Buffer, CostListener | undefined>()
  readonly #costListeners = new Map<number, CostListener>()
  #announced: CostListener | undefined
  #current: CostListener | undefined
  #number = 0

  /** Bytes that must be written before the listener's own; undefined where the listener stays the same. */
  beginningFor(costListener: CostListener | undefined): Buffer | undefined {
    if (costListener === this.#announced) return undefined
    this.#announced = costListener
    const beginning = Buffer.alloc(1)
    this.#beginnings.set(beginning, costListener)
    return beginning
  }

  /** The written chunks, in order, grouped into one batch for each listener. */
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

  costListenerOf(number: number): CostListener | undefined {
    return this.#costListeners.get(number)
  }

  answered(number: number, ms: number) {
    this.#costListeners.get(number)?.onSpent?.(ms)
    this.#costListeners.delete(number)
  }

  #numbered(): number {
    this.#number = (this.#number + 1) % 0x4000_0000
    if (this.#current) this.#costListeners.set(this.#number, this.#current)
    return this.#number
  }
}
