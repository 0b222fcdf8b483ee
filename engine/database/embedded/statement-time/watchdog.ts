import { clock, msBetween } from './clock.ts'
import type { StatementWatch } from './running-statement.ts'

/** Often enough that nobody waits much longer than they should. */
const LOOK_EVERY_MS = 25

/** PostgreSQL looks for cancellations many times a millisecond, but in a few places not at all. */
const HEARS_WITHIN_MS = 500

type Options = {
  /** A statement without a timeout of its own is taken for a runaway after this. */
  runawayMs: number
  /** The thread doesn't come back from what it is doing. */
  onStuck: (batch: number | undefined) => void
  now?: () => number
}

/** Cancels what runs for too long. It looks while the thread has something to do, and rests otherwise. */
export class Watchdog {
  readonly #watch: Pick<StatementWatch, 'look' | 'cancel'>
  readonly #options: Options
  readonly #now: () => number
  #timer: NodeJS.Timeout | undefined
  #isBusy = false
  #cancelledAt = 0
  /** Since when the thread has had work and begun none of it. */
  #idleSince: number | undefined

  constructor(watch: Pick<StatementWatch, 'look' | 'cancel'>, options: Options) {
    this.#watch = watch
    this.#options = options
    this.#now = options.now ?? clock
  }

  /** The thread was given something to do. */
  begin() {
    this.#isBusy = true
    this.#timer ??= setTimeout(this.#look, LOOK_EVERY_MS)
  }

  /** The thread has done what it was given. */
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

  /** Does what has to be done now, and says after how long to look again. */
  #act(): number | undefined {
    const { runawayMs } = this.#options
    const now = this.#now()
    const seen = this.#watch.look()
    if (!seen) {
      this.#idleSince ??= now
      return msBetween(this.#idleSince, now) < runawayMs ? LOOK_EVERY_MS : this.#giveUp(undefined)
    }
    this.#idleSince = undefined
    if (seen.isCancelled) {
      return msBetween(this.#cancelledAt, now) < HEARS_WITHIN_MS ? LOOK_EVERY_MS : this.#giveUp(seen.batch)
    }
    const left = msBetween(now, seen.due ?? seen.since + runawayMs)
    if (left > 0) return Math.min(left, LOOK_EVERY_MS)
    if (this.#watch.cancel(seen)) this.#cancelledAt = now
    return LOOK_EVERY_MS
  }

  #giveUp(batch: number | undefined) {
    this.#options.onStuck(batch)
    return undefined
  }
}
