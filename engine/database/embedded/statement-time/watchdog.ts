import type { StatementWatch } from './running-statement.ts'
import { clock, msBetween } from './shared-clock.ts'

/** Short enough that a statement runs hardly longer than its timeout. */
const CHECK_INTERVAL_MS = 25

/** PostgreSQL checks for cancellations many times a millisecond, but in a few functions not at all. */
const CANCEL_TIMEOUT_MS = 500

/**
 * After a longer time between two checks the process was suspended meanwhile, as a laptop or a virtual machine may be.
 * It does not count as the time of a statement.
 */
const SUSPENSION_MS = 5_000

type Options = {
  /** A statement without a timeout of its own counts as a runaway after this time. */
  runawayMs: number
  /** Called when the thread ignores a cancellation. */
  onStuck: (batch: number | undefined) => void
  now?: () => number
}

/** Cancels statements that run for too long. It checks only while the thread has work. */
export class Watchdog {
  readonly #watch: Pick<StatementWatch, 'look' | 'cancel'>
  readonly #options: Options
  readonly #now: () => number
  #timer: NodeJS.Timeout | undefined
  #isBusy = false
  #cancelledAt = 0
  /** The time since which the thread has had work and begun none of it. */
  #idleSince: number | undefined
  #checkedAt = 0
  #suspended = { number: 0, ms: 0 }

  constructor(watch: Pick<StatementWatch, 'look' | 'cancel'>, options: Options) {
    this.#watch = watch
    this.#options = options
    this.#now = options.now ?? clock
  }

  /** Call when the thread gets work. */
  begin() {
    this.#isBusy = true
    if (this.#timer) return
    this.#checkedAt = this.#now()
    this.#timer = setTimeout(this.#look, CHECK_INTERVAL_MS)
  }

  /** Call when the thread has finished its work. */
  end() {
    this.#isBusy = false
    this.#idleSince = undefined
  }

  stop() {
    this.end()
    clearTimeout(this.#timer)
  }

  readonly #look = () => {
    this.#timer = undefined
    if (!this.#isBusy) return
    const next = this.#act()
    if (next !== undefined) this.#timer = setTimeout(this.#look, next)
  }

  /** Does what is due now, and returns the time until the next check. */
  #act(): number | undefined {
    const { runawayMs } = this.#options
    const now = this.#now()
    const sinceCheck = msBetween(this.#checkedAt, now)
    const suspendedMs = sinceCheck > SUSPENSION_MS ? sinceCheck : 0
    this.#checkedAt = now
    const seen = this.#watch.look()
    if (!seen) {
      if (suspendedMs > 0) this.#idleSince = undefined
      this.#idleSince ??= now
      return msBetween(this.#idleSince, now) < runawayMs ? CHECK_INTERVAL_MS : this.#giveUp(undefined)
    }
    this.#idleSince = undefined
    if (seen.isCancelled) {
      return msBetween(this.#cancelledAt, now) < CANCEL_TIMEOUT_MS ? CHECK_INTERVAL_MS : this.#giveUp(seen.batch)
    }
    if (seen.number !== this.#suspended.number) this.#suspended = { number: seen.number, ms: 0 }
    this.#suspended.ms += suspendedMs
    const left = msBetween(now, seen.due ?? seen.since + runawayMs + this.#suspended.ms)
    if (left > 0) return Math.min(left, CHECK_INTERVAL_MS)
    if (this.#watch.cancel(seen)) this.#cancelledAt = now
    return CHECK_INTERVAL_MS
  }

  #giveUp(batch: number | undefined) {
    this.#options.onStuck(batch)
    return undefined
  }
}
