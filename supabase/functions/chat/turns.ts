/** Twice as long as somebody took, so that a third of the time goes to them; no longer than that, however slow it was. */
const [RESTS, MOST_REST_MS] = [2, 20]

/** Has one after the other do what they came for, with a rest between two. */
export class Turns {
  #rested = Promise.resolve()

  async take<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#rested
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#rested = promise
    await before
    const began = performance.now()
    try {
      return await work()
    } finally {
      setTimeout(resolve, Math.min(RESTS * (performance.now() - began), MOST_REST_MS))
    }
  }
}
