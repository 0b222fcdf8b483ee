/** The factor and the limit of the rest after each task: queued tasks take a third of the time. */
const [REST_FACTOR, MAX_REST_MS] = [2, 20]
/**
 * The total of all rests: it is divided by the number of waiting tasks, so that thousands do not wait for each other.
 */
const SHARED_REST_MS = 1_000
/**
 * One more task runs at once for each so many that wait, up to the number of statements that the database runs for one
 * server: a task is mostly waiting for answers.
 */
const [WAITING_FOR_EACH_MORE, MOST_AT_ONCE] = [50, 4]

/** Runs tasks in order with rests in between: one after the other, and a few at once while hundreds wait. */
export class PacedQueue {
  readonly #waiting: (() => void)[] = []
  #running = 0

  async take<T>(work: () => Promise<T>): Promise<T> {
    const { promise: turn, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    this.#begin()
    await turn
    const began = performance.now()
    try {
      return await work()
    } finally {
      const took = performance.now() - began
      const rest = Math.min(REST_FACTOR * took, MAX_REST_MS, SHARED_REST_MS / this.#waiting.length)
      setTimeout(() => {
        this.#running -= 1
        this.#begin()
      }, rest)
    }
  }

  #begin(): void {
    const most = Math.min(1 + Math.floor(this.#waiting.length / WAITING_FOR_EACH_MORE), MOST_AT_ONCE)
    while (this.#running < most) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#running += 1
      next()
    }
  }
}
