import type { PGlite } from '@electric-sql/pglite'
import { refuseMissingFunctions } from '../wasm/missing-functions.ts'
import { releaseZeros } from '../wasm/release-zeros.ts'
import { compileForSharedMemory, makeSharedMemory } from '../wasm/share-memory.ts'
import { type Imports, type Instance, type Module, webAssembly } from '../wasm/web-assembly.ts'
import { createSharedWords, RunningStatement, type SharedStatementMemory } from './running-statement.ts'

/** The status of PGlite's "exit" that stands for a long jump to PostgreSQL's main loop. */
const LONG_JUMP = 100

/** In bytes: a larger part of an answer is sent on at once. */
const LARGE_MESSAGE_BYTES = 512 * 1024

/** The only timer that PostgreSQL uses. */
const ITIMER_REAL = 0

/**
 * Opens PGlite so that another thread sees what it runs and can stop it: its memory is shared, and the timer that
 * PostgreSQL sets for its timeouts is passed on to the watcher (docs/decisions/0022-statement-time.md).
 */
export class WatchablePglite {
  readonly #module: Module
  readonly #memory = makeSharedMemory()
  readonly #words = createSharedWords()
  #exports: Instance['exports'] = {}
  #running: RunningStatement | undefined
  /** When PostgreSQL's timer is due, on PostgreSQL's clock. */
  #alarmDue: number | undefined
  /** Whether PostgreSQL has answered since the timer was set: the statement of the timer is over. */
  #hasAnswered = false
  /** Whether PostgreSQL was outside of a transaction since the timer was set: the timer belongs to no statement. */
  #isOutside = false
  #isDelivering = false
  /** How many milliseconds PostgreSQL's clock is ahead of the real one. */
  #ahead = 0
  #now = () => 0

  /** `module` is PGlite's module, compiled for shared memory. */
  constructor(module: Module) {
    this.#module = module
    compileForSharedMemory()
  }

  /** The options for Emscripten. */
  options() {
    return {
      wasmMemory: this.#memory,
      instantiateWasm: (imports: Imports, done: (instance: Instance, module: Module) => void) => {
        this.#instantiate(imports, done)
        return {}
      },
    }
  }

  async #instantiate(imports: Imports, done: (instance: Instance, module: Module) => void) {
    const { env = {} } = imports
    const now = env.emscripten_date_now
    if (typeof now !== 'function') throw new Error('PGlite no longer asks for the time as it did.')
    this.#now = () => Number(now())
    env.emscripten_date_now = () => {
      this.#deliverAlarm()
      return this.#now() + this.#ahead
    }
    env._setitimer_js = (_which: number, ms: number) => this.#setAlarm(ms)
    const instance = await webAssembly.instantiate(this.#module, imports)
    this.#exports = instance.exports
    refuseMissingFunctions({ exports: instance.exports, memory: this.#memory })
    done(instance, this.#module)
  }

  /** Publishes each message from now on. `onTorn` is called when PostgreSQL crashed in the middle of a message. */
  watch({ Module: main }: PGlite, onTorn: (error: unknown) => void): SharedStatementMemory {
    const insight: SharedStatementMemory = {
      words: this.#words,
      heap: new Int32Array(this.#memory.buffer),
      interruptPending: this.#address('InterruptPending'),
      queryCancelPending: this.#address('QueryCancelPending'),
    }
    const running = new RunningStatement(insight)
    this.#running = running
    // An alarm that was set while the database was opened belongs to no statement.
    this.#isOutside = true
    const takeMessage = main._PostgresMainLoopOnce
    main._PostgresMainLoopOnce = () => {
      running.begin(this.#isSameStatement())
      try {
        takeMessage()
      } catch (error) {
        // PGlite would continue and report the interrupted statement as done.
        if (!isLongJump(error)) onTorn(error)
        throw error
      } finally {
        running.end()
      }
    }
    return insight
  }

  /**
   * PostgreSQL's answer to a batch of messages. Large answers go to `onPart` piece by piece, and the last piece is
   * returned. PGlite's own method would parse the answers first.
   */
  async answer(
    pglite: PGlite,
    batch: number,
    messages: Uint8Array,
    onPart: (part: Uint8Array) => void,
  ): Promise<Uint8Array> {
    this.#running?.beginBatch(batch)
    let pieces: Uint8Array[] = []
    let size = 0
    let ending: Uint8Array = Buffer.alloc(0)
    await pglite.execProtocolRawStream(messages, {
      // The files are on the disk already.
      syncToFs: false,
      onRawData: (piece) => {
        this.#hasAnswered = true
        // The last message may arrive in two pieces.
        ending = Buffer.concat([ending, piece.subarray(-READY_OUTSIDE.length)]).subarray(-READY_OUTSIDE.length)
        this.#isOutside = READY_OUTSIDE.equals(ending)
        if (size >= LARGE_MESSAGE_BYTES) {
          onPart(Buffer.concat(pieces))
          pieces = []
          size = 0
        }
        pieces.push(piece.slice())
        size += piece.length
      },
    })
    return Buffer.concat(pieces)
  }

  /** Returns the memory to the system that PostgreSQL wrote only zeros to. */
  releaseZeros(): Promise<void> {
    return releaseZeros(this.#memory)
  }

  #setAlarm(ms: number) {
    const left = ms + this.#ahead
    this.#alarmDue = ms > 0 ? this.#now() + left : undefined
    this.#hasAnswered = false
    // The alarm set from here on belongs to a statement.
    this.#isOutside = false
    this.#running?.setAlarm(ms > 0 ? left : 0)
    return 0
  }

  /**
   * Delivers an early alarm. PostgreSQL sets no alarm for a statement while an earlier one has not gone off: the
   * earlier signal arrives, finds nothing to do, and sets the next. Here the signal is delivered when PostgreSQL asks
   * for the time, which it does before each statement; a signal that comes early does no harm. It also wakes up
   * `pg_sleep`, which then checks whether it should stop.
   *
   * Between transactions PostgreSQL sets an alarm for its statistics, ten seconds later, and keeps it during the next
   * statements. It would be mistaken for one of theirs, so it is delivered at once, with PostgreSQL's clock moved ahead
   * to its due time.
   */
  #deliverAlarm() {
    const due = this.#alarmDue
    if (due === undefined || this.#isDelivering) return
    const { _emscripten_timeout: deliver } = this.#exports
    if (typeof deliver !== 'function') return
    this.#isDelivering = true
    this.#alarmDue = undefined
    if (this.#isOutside) this.#ahead = Math.max(0, due - this.#now() + 1)
    this.#isOutside = false
    try {
      deliver(ITIMER_REAL, performance.now())
    } finally {
      this.#isDelivering = false
      this.#ahead = 0
    }
  }

  #isSameStatement = () => this.#alarmDue !== undefined && !this.#hasAnswered

  #address(name: string): number {
    const variable = this.#exports[name]
    if (variable instanceof webAssembly.Global && typeof variable.value === 'number') return variable.value
    throw new Error(`PGlite no longer says where its variable ${name} lies.`)
  }
}

/** ReadyForQuery outside of a transaction: the last message of an answer. */
const READY_OUTSIDE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

const isLongJump = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === LONG_JUMP
