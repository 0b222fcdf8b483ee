/** So long at least between two times, and so long at most until the next. */
export const GATHERED_MS = 2_000

/** Does what is asked for however often no more than once in two seconds, at a moment that no other browser shares. */
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
    // What is left of the two seconds is spread over; nobody waits longer than them.
    this.#timer = setTimeout(() => this.now(), rest + Math.random() * (GATHERED_MS - rest))
  }

  /** A connection is there. Whoever comes in waits for it; many may come back in one moment, from a server that ended. */
  begin(isBack: boolean): void {
    if (isBack) this.ask()
    else this.now()
  }

  /** For somebody who waits for it. */
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
