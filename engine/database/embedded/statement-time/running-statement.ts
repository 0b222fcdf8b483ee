import { clock } from './clock.ts'

/** Where another thread finds what the database's thread is doing, and where PostgreSQL looks whether it should stop. */
export type Insight = {
  /** Words of this file. */
  words: Int32Array<SharedArrayBuffer>
  /** PostgreSQL's own memory. */
  heap: Int32Array
  /** Where PostgreSQL's variables of these names lie in its memory. */
  interruptPending: number
  queryCancelPending: number
}

/** What each word says. */
const words = { running: 0, since: 1, hasAlarm: 2, due: 3, batch: 4, length: 5 } as const

/** In `running`, instead of the number of what runs. */
const IDLE = 0
const CANCELLING = -1
const CANCELLED = -2

const LARGEST = 0x7fff_ffff

export const makeWords = () => new Int32Array(new SharedArrayBuffer(4 * words.length))

/**
 * The message of the wire protocol that the database's thread is at, told to who watches it. A cancellation may come at
 * any moment; it counts for this message or for none.
 */
export class RunningStatement {
  readonly #insight: Insight
  #number = 0

  constructor(insight: Insight) {
    this.#insight = insight
  }

  /** What comes now belongs to this batch. */
  beginBatch(batch: number) {
    Atomics.store(this.#insight.words, words.batch, batch)
  }

  /** `keepsAlarm`: it goes on with the statement that the alarm was set for. */
  begin(keepsAlarm: boolean) {
    const { words: shared } = this.#insight
    if (!keepsAlarm) Atomics.store(shared, words.hasAlarm, 0)
    Atomics.store(shared, words.since, clock())
    this.#number = this.#next()
    Atomics.store(shared, words.running, this.#number)
  }

  /** PostgreSQL asks to be alarmed after so many milliseconds; 0 takes that back. */
  setAlarm(ms: number) {
    const { words: shared } = this.#insight
    // Before it counts: whoever looks in between sees one that is due later, or none.
    if (ms > 0) Atomics.store(shared, words.due, (clock() + ms) | 0)
    Atomics.store(shared, words.hasAlarm, ms > 0 ? 1 : 0)
    // Under a new number, so that who has seen the old alarm go off doesn't cancel what the new one is for.
    const next = this.#next()
    const seen = Atomics.compareExchange(shared, words.running, this.#number, next)
    if (seen === this.#number) this.#number = next
  }

  end() {
    const { words: shared, heap, queryCancelPending } = this.#insight
    if (Atomics.compareExchange(shared, words.running, this.#number, IDLE) === this.#number) return
    while (Atomics.load(shared, words.running) === CANCELLING) Atomics.wait(shared, words.running, CANCELLING)
    // Came too late, or has been heard.
    Atomics.store(heap, queryCancelPending / 4, 0)
    Atomics.store(shared, words.running, IDLE)
  }

  #next() {
    return this.#number === LARGEST ? 1 : this.#number + 1
  }
}

/** What `seen` saw running, with the times of `clock`; `due` where PostgreSQL has set an alarm. */
export type Seen = { number: number; batch: number; since: number; due: number | undefined; isCancelled: boolean }

/** The other side of `RunningStatement`. */
export class StatementWatch {
  readonly #insight: Insight

  constructor(insight: Insight) {
    this.#insight = insight
  }

  /** Undefined while nothing runs. */
  look(): Seen | undefined {
    const { words: shared } = this.#insight
    const number = Atomics.load(shared, words.running)
    if (number === IDLE) return undefined
    const since = Atomics.load(shared, words.since)
    const hasAlarm = Atomics.load(shared, words.hasAlarm) === 1
    const due = hasAlarm ? Atomics.load(shared, words.due) : undefined
    const batch = Atomics.load(shared, words.batch)
    return { number, batch, since, due, isCancelled: number < IDLE }
  }

  /** Has PostgreSQL stop at its next look; false if what was seen is over. */
  cancel({ number }: Seen): boolean {
    const { words: shared, heap, interruptPending, queryCancelPending } = this.#insight
    if (Atomics.compareExchange(shared, words.running, number, CANCELLING) !== number) return false
    Atomics.store(heap, queryCancelPending / 4, 1)
    Atomics.store(heap, interruptPending / 4, 1)
    Atomics.store(shared, words.running, CANCELLED)
    Atomics.notify(shared, words.running)
    return true
  }
}
