import { FairQueue } from './fair-queue.ts'

/** A statement up to this duration is free. */
export const FREE_STATEMENT_MS = 100
/** The time beyond free statements that may be used in total, within the period in which it is given back. */
export const ALLOWANCE_MS = 8_000
const REFILL_MS = 10 * 60_000
/**
 * The limits once the allowance is used up: a statement may take this long, and is followed by a pause of a multiple of
 * it.
 */
export const SLOWED_STATEMENT_MS = 150
export const PAUSE_FACTOR = 9
/** How long a caller is barred whose statement forced a restart of the database. */
const BARRED_MS = 60_000
/** How many statements of one share may run at once. */
const CONCURRENT_STATEMENTS = 4

/** The share of the database's time that one account or one address has: docs/decisions/0032-fair-shares.md. */
export class TimeShare {
  readonly #clock: () => number
  readonly allowance: number
  #left: number
  #since: number
  #notBefore = 0
  #barredUntil = 0

  /** How many statements run now; none while a caller without allowance has to wait. */
  readonly slots = new FairQueue(() => {
    if (this.#clock() < this.#notBefore) return 0
    return this.#isSlowed() ? 1 : CONCURRENT_STATEMENTS
  })
  /** Only one statement at a time may take long; the others are cancelled and run again when it is their turn. */
  readonly long = new FairQueue(() => 1)

  constructor(allowance = ALLOWANCE_MS, clock = () => performance.now()) {
    this.#clock = clock
    this.allowance = allowance
    this.#left = allowance
    this.#since = clock()
  }

  /** The timeout of a statement whose own timeout is `timeoutMs`. */
  limit(timeoutMs: number): number {
    const available = this.#available() * Math.max(1, timeoutMs / this.allowance)
    return Math.min(timeoutMs, Math.max(SLOWED_STATEMENT_MS, FREE_STATEMENT_MS + available))
  }

  spend(ms: number) {
    this.#left = Math.max(0, this.#available() - Math.max(0, ms - FREE_STATEMENT_MS))
    this.#since = this.#clock()
    if (!this.#isSlowed()) return
    const pause = PAUSE_FACTOR * Math.min(ms, SLOWED_STATEMENT_MS)
    this.#notBefore = Math.max(this.#notBefore, this.#since + pause)
    setTimeout(() => this.slots.admit(), pause + 1).unref()
  }

  /** Bars the share after a statement that could only be ended by restarting the database. */
  bar() {
    this.spend(this.allowance + FREE_STATEMENT_MS)
    this.#barredUntil = this.#clock() + BARRED_MS
  }

  barredForMs(): number {
    return Math.max(0, this.#barredUntil - this.#clock())
  }

  #isSlowed = () => this.#available() <= SLOWED_STATEMENT_MS - FREE_STATEMENT_MS

  #available() {
    const givenBack = ((this.#clock() - this.#since) * this.allowance) / REFILL_MS
    return Math.min(this.allowance, this.#left + givenBack)
  }
}
