const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Says when a token ends. */
export class Expiry {
  readonly #onEnd: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  /** `exp` is in seconds since 1970. */
  watch(exp: number): void {
    this.stop()
    const left = exp * 1000 - Date.now()
    if (left <= 0) this.#onEnd()
    // A timer counts no further than 24 days; a project key lives longer than any socket.
    else this.#timer = setTimeout(() => this.watch(exp), Math.min(left, LONGEST_TIMER_MS))
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
