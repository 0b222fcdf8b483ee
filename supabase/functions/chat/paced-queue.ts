/** The factor and the limit of the rest after each task: queued tasks take a third of the time. */
const [REST_FACTOR, MAX_REST_MS] = [2, 20]
/**
 * The total of all rests: it is divided by the number of waiting tasks, so that thousands do not wait for each other.
 */
const SHARED_REST_MS = 1_000

/** Runs tasks one after the other, with rests in between. */
export class PacedQueue {
  #rested = Promise.resolve()
  #waiting = 0

  async take<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#rested
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#rested = promise
    this.#waiting += 1
    await before
    this.#waiting -= 1
    const began = performance.now()
    try {
      return await work()
    } finally {
      const took = performance.now() - began
      setTimeout(resolve, Math.min(REST_FACTOR * took, MAX_REST_MS, SHARED_REST_MS / this.#waiting))
    }
  }
}
