/** How long work waits for one of the existing slots before another slot is opened. */
const EXTRA_SLOT_DELAY_MS = 15

/**
 * Limits how much work runs at once: to the usual number, plus one for each that has waited for long. A burst of short
 * work does not raise the limit, and slow work does not block the rest.
 */
export class AdaptiveLimit {
  readonly #usual: () => number
  readonly #waiting = new Set<() => void>()
  #busy = 0

  constructor(usual: () => number) {
    this.#usual = usual
  }

  get waiting(): number {
    return this.#waiting.size
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy < this.#usual()) this.#busy += 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      this.#handOn()
    }
  }

  /** Waits for a free slot in order of arrival, or for an additional one after a while. */
  #turn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const goOn = () => {
      clearTimeout(patience)
      this.#waiting.delete(goOn)
      resolve()
    }
    const patience = setTimeout(() => {
      this.#busy += 1
      goOn()
    }, EXTRA_SLOT_DELAY_MS)
    this.#waiting.add(goOn)
    return promise
  }

  #handOn(): void {
    const [next] = this.#waiting
    if (next) next()
    else this.#busy -= 1
  }
}
