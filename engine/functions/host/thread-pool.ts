import { FunctionsThread, type ThreadSettings } from './functions-thread.ts'

/**
 * The pool of threads that run functions: one for each function with calls in progress, up to a limit, so that none
 * blocks another. All calls of a function that is busy go to the same thread, which keeps its WebSockets together.
 * Reasons and costs: docs/decisions/0062-functions-on-threads-apart.md.
 */
export class ThreadPool {
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

  /** The thread for a call of this function. */
  threadFor(name: string): FunctionsThread {
    const known = this.#last.get(name)
    if (known && !known.isEnding && (known.load(name) > 0 || (known.load() === 0 && !known.isUnresponsive)))
      return known
    const thread = this.#pickThread()
    this.#last.set(name, thread)
    return thread
  }

  async stop(patienceMs: number): Promise<void> {
    await Promise.all([...this.#living].map((thread) => thread.stop(patienceMs)))
  }

  /**
   * Picks a thread: a free or new one, else the least loaded. Unresponsive threads are skipped, because they will be
   * ended soon.
   */
  #pickThread(): FunctionsThread {
    const serving = [...this.#living].filter((thread) => !thread.isEnding && !thread.isUnresponsive)
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
