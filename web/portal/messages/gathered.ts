/** The least time between two runs, and the longest wait for the next. */
export const GATHERED_MS = 2_000

/**
 * Runs an action at most once in two seconds, however often it is requested. A random delay spreads the requests of many
 * browsers.
 */
export class Gathered {
  readonly #act: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #last = Number.NEGATIVE_INFINITY

  constructor(act: () => void) {
    this.#act = act
  }

  ask(): void {
    if (this.#timer !== undefined) return
    const rest = Math.max(0, this.#last + GATHERED_MS - performance.now())
    // The random delay takes up the rest of the interval and never exceeds it.
    this.#timer = setTimeout(() => this.now(), rest + Math.random() * (GATHERED_MS - rest))
  }

  /**
   * Called when a connection opens. A person who opens the chat waits for the result; after a server restart many return
   * at once and are spread.
   */
  begin(isBack: boolean): void {
    if (isBack) this.ask()
    else this.now()
  }

  /** Runs the action at once, for a person who waits for it. */
  now(): void {
    this.stop()
    this.#last = performance.now()
    this.#act()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
