import { Turnstile } from './turnstile.ts'

/** A statement that takes no longer costs nobody anything. */
export const FREE_MS = 100
/** What somebody may take beyond that, all statements together, in the time in which it is given back. */
export const ALLOWANCE_MS = 8_000
const GIVEN_BACK_IN_MS = 10 * 60_000
/** For whoever has used theirs up: so long for a statement, and then as many times as long for everybody else. */
export const SLOWED_MS = 150
export const PAUSES = 9
/** Whoever costs everybody the database for a moment has none of it for so long. */
const BARRED_MS = 60_000
/** How many statements of somebody may be under way. */
const ROOM = 4

/** What one account or one address may have of the database's time: docs/decisions/0032-fair-shares.md. */
export class Share {
  readonly #clock: () => number
  readonly allowance: number
  #left: number
  #since: number
  #notBefore = 0
  #barredUntil = 0

  /** How many are under way; none while whoever used up their allowance has to wait. */
  readonly places = new Turnstile(() => {
    if (this.#clock() < this.#notBefore) return 0
    return this.#isSlowed() ? 1 : ROOM
  })
  /** One of those may take long; the others are cut short, and done again when it is their turn. */
  readonly long = new Turnstile(() => 1)

  constructor(allowance = ALLOWANCE_MS, clock = () => performance.now()) {
    this.#clock = clock
    this.allowance = allowance
    this.#left = allowance
    this.#since = clock()
  }

  /** How long a statement may take that could take `timeoutMs` where nobody had to share. */
  limit(timeoutMs: number): number {
    const available = this.#available() * Math.max(1, timeoutMs / this.allowance)
    return Math.min(timeoutMs, Math.max(SLOWED_MS, FREE_MS + available))
  }

  spend(ms: number) {
    this.#left = Math.max(0, this.#available() - Math.max(0, ms - FREE_MS))
    this.#since = this.#clock()
    if (!this.#isSlowed()) return
    const pause = PAUSES * Math.min(ms, SLOWED_MS)
    this.#notBefore = Math.max(this.#notBefore, this.#since + pause)
    setTimeout(() => this.places.admit(), pause + 1).unref()
  }

  /** Nothing but a new start of the database put an end to a statement. */
  bar() {
    this.spend(this.allowance + FREE_MS)
    this.#barredUntil = this.#clock() + BARRED_MS
  }

  barredForMs(): number {
    return Math.max(0, this.#barredUntil - this.#clock())
  }

  #isSlowed = () => this.#available() <= SLOWED_MS - FREE_MS

  #available() {
    const givenBack = ((this.#clock() - this.#since) * this.allowance) / GIVEN_BACK_IN_MS
    return Math.min(this.allowance, this.#left + givenBack)
  }
}
