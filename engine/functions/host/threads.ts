import { FunctionsThread, type ThreadSettings } from './functions-thread.ts'

/**
 * The threads on which functions run, started as they are called: one for each function as far as there is room, so that
 * none holds up another. A function keeps its thread, and with it its WebSockets and the state of its modules, for as long
 * as that lives. Why, and what it costs: docs/decisions/0043-a-thread-for-each-function.md.
 */
export class Threads {
  readonly #most: number
  readonly #settings: () => ThreadSettings
  readonly #living = new Set<FunctionsThread>()
  readonly #placed = new Map<string, FunctionsThread>()

  constructor(most: number, settings: () => ThreadSettings) {
    this.#most = most
    this.#settings = settings
  }

  get size(): number {
    return this.#living.size
  }

  /** The thread of a function. */
  of(name: string): FunctionsThread {
    const known = this.#placed.get(name)
    // Whoever has nothing under way on a thread that another one holds up is better off elsewhere.
    if (known && !known.isLeaving && !(known.isWeak && known.load(name) === 0)) return known
    const thread = this.#place()
    this.#placed.set(name, thread)
    return thread
  }

  async stop(patienceMs: number): Promise<void> {
    await Promise.all([...this.#living].map((thread) => thread.stop(patienceMs)))
  }

  /** One that answers nothing is as good as gone, and soon will be. Where there is no room, the one with the least to do. */
  #place(): FunctionsThread {
    const serving = [...this.#living].filter((thread) => !thread.isLeaving && !thread.isWeak)
    if (serving.length < this.#most) return this.#start()
    const placed = [...this.#placed.values()]
    const load = (thread: FunctionsThread) => thread.load() + placed.filter((one) => one === thread).length
    return serving.reduce((least, thread) => (load(thread) < load(least) ? thread : least))
  }

  #start(): FunctionsThread {
    const thread = new FunctionsThread(this.#settings())
    this.#living.add(thread)
    void thread.ended.then(() => this.#living.delete(thread))
    return thread
  }
}
