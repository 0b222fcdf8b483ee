/** How long work waits for one of the existing slots before another slot is opened. */
const EXTRA_SLOT_DELAY_MS = 15

/**
 * Limits how much work runs at once: to the usual number, plus one for each that has waited for long. A burst of short
 * work does not raise the limit, and slow work does not block the rest.
 */
export class AdaptiveLimit {
  readonly #usual: () => number
  /** Who waits, in order of arrival, and since when. */
  readonly #waiting = new Map<() => void, number>()
  /** The timer for all who wait: it is set for the one who has waited longest. */
  #patience: NodeJS.Timeout | undefined
  #busy = 0

  constructor(usual: () => number) {
    this.#usual = usual
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Takes a free slot at once, if there is one. Who got a slot gives it back by `leave`. */
  tryEnter(): boolean {
    if (this.#busy >= this.#usual()) return false
    this.#busy += 1
    return true
  }

  /** Waits for a free slot in order of arrival, or for an additional one after a while. */
  enter(): Promise<void> {
    this.#patience ??= setTimeout(() => this.#openExtraSlots(), EXTRA_SLOT_DELAY_MS)
    return new Promise((resolve) => {
      this.#waiting.set(resolve, performance.now())
    })
  }

  leave(): void {
    const [next] = this.#waiting.keys()
    if (!next) {
      this.#busy -= 1
      return
    }
    this.#waiting.delete(next)
    next()
  }

  #openExtraSlots(): void {
    this.#patience = undefined
    const now = performance.now()
    for (const [goOn, since] of this.#waiting) {
      const waitsFor = since + EXTRA_SLOT_DELAY_MS - now
      if (waitsFor > 0) {
        this.#patience = setTimeout(() => this.#openExtraSlots(), waitsFor)
        return
      }
      this.#waiting.delete(goOn)
      this.#busy += 1
      goOn()
    }
  }
}
