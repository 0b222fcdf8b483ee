import type { SeenMark } from './protocol.ts'

/** The interval of announcing seen marks: fifty people who read the same message make one frame. */
const ANNOUNCE_INTERVAL_MS = 1_000

/** Collects seen marks of people connected here, announced at most once a second. */
export class SeenMarks {
  readonly #tell: (seen: SeenMark[]) => void
  readonly #highest = new Map<string, number>()
  readonly #untold = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(tell: (seen: SeenMark[]) => void) {
    this.#tell = tell
  }

  add({ userId, upTo }: SeenMark): void {
    if (upTo <= (this.#highest.get(userId) ?? 0)) return
    this.#highest.set(userId, upTo)
    this.#untold.add(userId)
    this.#timer ??= setTimeout(() => this.#tell(this.take()), ANNOUNCE_INTERVAL_MS)
  }

  /** Returns and clears the seen marks that were not announced yet. */
  take(): SeenMark[] {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const seen = Array.from(this.#untold, (userId) => ({ userId, upTo: this.#highest.get(userId) ?? 0 }))
    this.#untold.clear()
    return seen
  }
}
