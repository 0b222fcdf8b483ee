/** How long somebody waits for one of the places that there are before they get another one. */
const PATIENCE_MS = 15

/**
 * Lets as many work at once as is usual, and one more for each who has waited for long: a burst of short work does not
 * make more of itself, and slow work holds nobody up.
 */
export class GentleGrowth {
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

  /** The place of somebody who is done, in order of arrival; or else, after a while, one more. */
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
    }, PATIENCE_MS)
    this.#waiting.add(goOn)
    return promise
  }

  #handOn(): void {
    const [next] = this.#waiting
    if (next) next()
    else this.#busy -= 1
  }
}
