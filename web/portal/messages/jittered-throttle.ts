/** The least time between two runs of the action, and the longest wait for the next. */
export const THROTTLE_MS = 2_000

/**
 * Runs an action at most once in two seconds, however often it is requested. A random delay spreads the requests of many
 * browsers.
 */
export class JitteredThrottle {
  readonly #act: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #last = Number.NEGATIVE_INFINITY

  constructor(act: () => void) {
    this.#act = act
  }

  request(): void {
    if (this.#timer !== undefined) return
    const rest = Math.max(0, this.#last + THROTTLE_MS - performance.now())
    // The random delay lies within the rest of the interval, so that the longest wait is never exceeded.
    this.#timer = setTimeout(() => this.runNow(), rest + Math.random() * (THROTTLE_MS - rest))
  }

  /**
   * Called when a connection opens. A person who opens the chat gets the result at once; after a server restart many return
   * together and are spread.
   */
  connected(isBack: boolean): void {
    if (isBack) this.request()
    else this.runNow()
  }

  /** Runs the action at once, for a person who waits for the result. */
  runNow(): void {
    this.stop()
    this.#last = performance.now()
    this.#act()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
