import { type LogUpdate, loadMissing } from './catch-up.ts'
import { RECONNECT_DELAY_MS } from './chat-connection.ts'
import { type ChatLog, gapsOf } from './chat-log.ts'

/** Two servers may deliver messages in another order than they were stored, so a gap is filled only after this time. */
const PATIENCE_MS = 300

type Options = {
  log: () => ChatLog
  onStep: (step: LogUpdate) => void
  /** Called after a failure, which is retried automatically. */
  onFailure: () => void
}

/** Loads missing messages until there is no gap (docs/specification/messages.md#nothing-is-missing). */
export class GapFiller {
  readonly #options: Options
  /** Only the latest round counts; earlier ones stop. */
  #round = 0
  #isFetching = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Fills gaps, if there are any after a moment. */
  check(): void {
    if (this.#isFetching || gapsOf(this.#options.log()).length === 0) return
    this.#isFetching = true
    this.#timer = setTimeout(() => void this.fetch(), PATIENCE_MS)
  }

  /** Runs `first`, then fills all gaps; retries until it succeeds. */
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
