/** The time limit for the acknowledgement of a message; after that the connection counts as silently dead. */
const ACKNOWLEDGE_LIMIT_MS = 10_000

/** Calls back when a message has waited too long for its acknowledgement. */
export class AcknowledgementTimer {
  readonly #onLate: () => void
  #awaited: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onLate: () => void) {
    this.#onLate = onLate
  }

  /** Sets the message whose acknowledgement comes next, if any. Its time begins when it is set first. */
  awaits(clientId: string | undefined): void {
    if (clientId === this.#awaited) return
    clearTimeout(this.#timer)
    this.#awaited = clientId
    if (clientId !== undefined) this.#timer = setTimeout(this.#onLate, ACKNOWLEDGE_LIMIT_MS)
  }
}
