/** Twice as long as somebody took, so that a third of the time goes to them, and no longer than that. */
const [RESTS, MOST_REST_MS] = [2, 20]
/** Divided by how many wait: of thousands nobody is to wait for the rests of all the others. */
const SHARED_REST_MS = 1_000

/** Has one after the other do what they came for, with a rest between two. */
export class Turns {
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
      setTimeout(resolve, Math.min(RESTS * took, MOST_REST_MS, SHARED_REST_MS / this.#waiting))
    }
  }
}
