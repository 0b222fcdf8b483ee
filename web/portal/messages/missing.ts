import { loadMissing, type Step } from './catch-up.ts'
import { RECONNECT_DELAY_MS } from './chat-connection.ts'
import { type ChatLog, gapsOf } from './chat-log.ts'

/** Two servers may tell of messages in another order than they were stored: what is missing for so long is asked for. */
const PATIENCE_MS = 300

type Options = {
  log: () => ChatLog
  onStep: (step: Step) => void
  /** It is tried again by itself. */
  onFailure: () => void
}

/** Fetches what the log is known to lack, until nothing is missing (docs/specification/messages.md#nothing-is-missing). */
export class Missing {
  readonly #options: Options
  /** The latest round is the only one that counts. */
  #round = 0
  #isFetching = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Where something is missing, and still is in a moment, it is fetched. */
  look(): void {
    if (this.#isFetching || gapsOf(this.#options.log()).length === 0) return
    this.#isFetching = true
    this.#timer = setTimeout(() => void this.fetch(), PATIENCE_MS)
  }

  /** What comes first, and then all that is missing; tried again until it succeeds. */
  async fetch(first = async (_isOver: () => boolean) => {}): Promise<void> {
    clearTimeout(this.#timer)
    this.#round += 1
    const round = this.#round
    const isOver = () => round !== this.#round
    const { log, onStep, onFailure } = this.#options
    this.#isFetching = true
    try {
      await first(isOver)
      while (!isOver()) {
        const step = await loadMissing(log())
        if (isOver()) return
        if (!step) break
        onStep(step)
      }
      if (!isOver()) this.#isFetching = false
    } catch (error) {
      console.info('The chat history did not load:', error)
      if (isOver()) return
      onFailure()
      this.#timer = setTimeout(() => void this.fetch(first), RECONNECT_DELAY_MS)
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#round += 1
    this.#isFetching = false
  }
}
