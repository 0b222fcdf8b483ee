import { clock } from './shared-clock.ts'

/** The shared memory through which another thread sees and cancels what the database's thread runs. */
export type SharedStatementMemory = {
  /** The words that this file defines below. */
  words: Int32Array<SharedArrayBuffer>
  /** PostgreSQL's own memory. */
  heap: Int32Array
  /** The addresses of PostgreSQL's variables of these names in its memory. */
  interruptPending: number
  queryCancelPending: number
}

/** The index of each word. */
const words = { running: 0, since: 1, hasAlarm: 2, due: 3, batch: 4, length: 5 } as const

/** The value of `running` while no message is processed. */
const IDLE = 0
const CANCELLING = -1
const CANCELLED = -2

const MAX_NUMBER = 0x7fff_ffff

export const createSharedWords = () => new Int32Array(new SharedArrayBuffer(4 * words.length))

/**
 * Publishes which message of the wire protocol the database's thread is processing. A cancellation may arrive at any
 * moment; it applies to this message or to none.
 */
export class RunningStatement {
  readonly #insight: SharedStatementMemory
  #number = 0

  constructor(insight: SharedStatementMemory) {
    this.#insight = insight
  }

  /** The messages from now on belong to this batch. */
  beginBatch(batch: number) {
    Atomics.store(this.#insight.words, words.batch, batch)
  }

  /** `keepsAlarm`: the message continues the statement that the alarm was set for. */
  begin(keepsAlarm: boolean) {
    const { words: shared } = this.#insight
    if (!keepsAlarm) Atomics.store(shared, words.hasAlarm, 0)
    Atomics.store(shared, words.since, clock())
    this.#number = this.#next()
    Atomics.store(shared, words.running, this.#number)
  }

  /** Sets PostgreSQL's alarm to go off after `ms` milliseconds; 0 cancels the alarm. */
  setAlarm(ms: number) {
    const { words: shared } = this.#insight
    // Stored before it is switched on: a reader in between sees the later alarm or none.
    if (ms > 0) Atomics.store(shared, words.due, (clock() + ms) | 0)
    Atomics.store(shared, words.hasAlarm, ms > 0 ? 1 : 0)
    // The new number keeps a watcher that saw the old alarm go off from cancelling the statement of the new alarm.
    const next = this.#next()
    const seen = Atomics.compareExchange(shared, words.running, this.#number, next)
    if (seen === this.#number) this.#number = next
  }

  end() {
    const { words: shared, heap, queryCancelPending } = this.#insight
    if (Atomics.compareExchange(shared, words.running, this.#number, IDLE) === this.#number) return
    while (Atomics.load(shared, words.running) === CANCELLING) Atomics.wait(shared, words.running, CANCELLING)
    // This cancellation came too late or was handled already.
    Atomics.store(heap, queryCancelPending / 4, 0)
    Atomics.store(shared, words.running, IDLE)
  }

  #next() {
    return this.#number === MAX_NUMBER ? 1 : this.#number + 1
  }
}

/** What a watcher saw running, with times of `clock`. `due` is set where PostgreSQL has set an alarm. */
export type RunningMessage = {
  number: number
  batch: number
  since: number
  due: number | undefined
  isCancelled: boolean
}

/** The watching side of `RunningStatement`. */
export class StatementWatch {
  readonly #insight: SharedStatementMemory

  constructor(insight: SharedStatementMemory) {
    this.#insight = insight
  }

  /** Undefined while nothing runs. */
  look(): RunningMessage | undefined {
    const { words: shared } = this.#insight
    const number = Atomics.load(shared, words.running)
    if (number === IDLE) return undefined
    const since = Atomics.load(shared, words.since)
    const hasAlarm = Atomics.load(shared, words.hasAlarm) === 1
    const due = hasAlarm ? Atomics.load(shared, words.due) : undefined
    const batch = Atomics.load(shared, words.batch)
    return { number, batch, since, due, isCancelled: number < IDLE }
  }

  /** Asks PostgreSQL to stop at its next check; false if the statement has ended meanwhile. */
  cancel({ number }: RunningMessage): boolean {
    const { words: shared, heap, interruptPending, queryCancelPending } = this.#insight
    if (Atomics.compareExchange(shared, words.running, number, CANCELLING) !== number) return false
    Atomics.store(heap, queryCancelPending / 4, 1)
    Atomics.store(heap, interruptPending / 4, 1)
    Atomics.store(shared, words.running, CANCELLED)
    Atomics.notify(shared, words.running)
    return true
  }
}
