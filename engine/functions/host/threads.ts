import { FunctionsThread, type ThreadSettings } from './functions-thread.ts'

/**
 * The threads on which functions run, as many as different functions have something under way at once, as far as there is
 * room: so none holds up another. While a function has something under way, all its calls come to the same thread, and with
 * them its WebSockets are together. Why, and what it costs: docs/decisions/0062-functions-on-threads-apart.md.
 */
export class Threads {
  readonly #most: number
  readonly #settings: () => ThreadSettings
  readonly #living = new Set<FunctionsThread>()
  readonly #last = new Map<string, FunctionsThread>()

  constructor(most: number, settings: () => ThreadSettings) {
    this.#most = most
    this.#settings = settings
  }

  get size(): number {
    return this.#living.size
  }

  /** Where a function is to be called. */
  of(name: string): FunctionsThread {
    const known = this.#last.get(name)
    if (known && !known.isLeaving && (known.load(name) > 0 || (known.load() === 0 && !known.isWeak))) return known
    const thread = this.#place()
    this.#last.set(name, thread)
    return thread
  }

  async stop(patienceMs: number): Promise<void> {
    await Promise.all([...this.#living].map((thread) => thread.stop(patienceMs)))
  }

  /** One that answers nothing is as good as gone, and soon will be. Where there is no room, the one with the least to do. */
  #place(): FunctionsThread {
    const serving = [...this.#living].filter((thread) => !thread.isLeaving && !thread.isWeak)
    const free = serving.find((thread) => thread.isFree)
    if (free) return free
    if (serving.length < this.#most) return this.#start()
    return serving.reduce((least, thread) => (thread.load() < least.load() ? thread : least))
  }

  #start(): FunctionsThread {
    const thread = new FunctionsThread(this.#settings())
    this.#living.add(thread)
    void thread.ended.then(() => this.#living.delete(thread))
    return thread
  }
}
