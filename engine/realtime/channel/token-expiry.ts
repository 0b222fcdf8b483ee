const MAX_TIMER_MS = 2 ** 31 - 1

/** Calls back when a token expires. */
export class TokenExpiry {
  readonly #onEnd: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  /** Starts the timer for `exp`, in seconds since 1970. */
  watch(exp: number): void {
    this.stop()
    const left = exp * 1000 - Date.now()
    if (left <= 0) this.#onEnd()
    // A timer runs for 24 days at most; a project key is valid longer than any socket lives.
    else this.#timer = setTimeout(() => this.watch(exp), Math.min(left, MAX_TIMER_MS))
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
