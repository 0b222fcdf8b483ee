import type { PGlite } from '@electric-sql/pglite'
import { refuseMissingFunctions } from '../wasm/missing-functions.ts'
import { compileForSharedMemory, makeSharedMemory } from '../wasm/share-memory.ts'
import { type Imports, type Instance, type Module, webAssembly } from '../wasm/web-assembly.ts'
import { type Insight, makeWords, RunningStatement } from './running-statement.ts'

/** PGlite's way of a long jump to PostgreSQL's main loop: it "exits" with this. */
const LONG_JUMP = 100

/** In bytes: more of an answer is not gathered before it goes out. */
const MUCH = 512 * 1024

/** The one timer that PostgreSQL uses. */
const ITIMER_REAL = 0

/**
 * Opens PGlite so that another thread sees what it runs, and can stop it: in memory that is shared, and with the timer
 * that PostgreSQL sets for its timeouts told to whoever watches (docs/decisions/0022-statement-time.md).
 */
export class WatchablePglite {
  readonly #module: Module
  readonly #memory = makeSharedMemory()
  readonly #words = makeWords()
  #exports: Instance['exports'] = {}
  #running: RunningStatement | undefined
  /** When what PostgreSQL waits for is due, as PostgreSQL tells the time. */
  #alarmDue: number | undefined
  /** Whether PostgreSQL has answered since then: what the alarm was for is over. */
  #hasAnswered = false
  /** Whether PostgreSQL was heard outside of a transaction since then: the alarm is none of a statement. */
  #isOutside = false
  #isDelivering = false
  /** How many milliseconds later PostgreSQL takes it to be than it is. */
  #ahead = 0
  #now = () => 0

  /** `module` is PGlite's, compiled for shared memory. */
  constructor(module: Module) {
    this.#module = module
    compileForSharedMemory()
  }

  /** What Emscripten is to be told. */
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

  /** From here on each message is told. `onTorn` hears when PostgreSQL was torn off in the middle of one. */
  watch({ Module: main }: PGlite, onTorn: (error: unknown) => void): Insight {
    const insight: Insight = {
      words: this.#words,
      heap: new Int32Array(this.#memory.buffer),
      interruptPending: this.#address('InterruptPending'),
      queryCancelPending: this.#address('QueryCancelPending'),
    }
    const running = new RunningStatement(insight)
    this.#running = running
    const takeMessage = main._PostgresMainLoopOnce
    main._PostgresMainLoopOnce = () => {
      running.begin(this.#isSameStatement())
      try {
        takeMessage()
      } catch (error) {
        // PGlite would go on as if nothing had happened, and say that what was torn off has been done.
        if (!isLongJump(error)) onTorn(error)
        throw error
      } finally {
        running.end()
      }
    }
    return insight
  }

  /**
   * What PostgreSQL answers to a batch of messages: the end of it, whatever there is much of having gone to `onPart`.
   * PGlite's own way would parse the answers before it gives them out.
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
    await pglite.execProtocolRawStream(messages, {
      // Its files are those of the disk.
      syncToFs: false,
      onRawData: (piece) => {
        this.#hasAnswered = true
        this.#isOutside = saysOutside(piece)
        if (size >= MUCH) {
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

  #setAlarm(ms: number) {
    const left = ms + this.#ahead
    this.#alarmDue = ms > 0 ? this.#now() + left : undefined
    this.#hasAnswered = false
    // From here on it is an alarm of a statement.
    this.#isOutside = false
    this.#running?.setAlarm(ms > 0 ? left : 0)
    return 0
  }

  /**
   * PostgreSQL sets no alarm for a statement while an earlier one has not gone off yet: that one comes first, finds that
   * it has no reason any more, and sets the next. Here it comes when PostgreSQL asks for the time, which it does before it
   * counts a statement's: a signal that comes early does no harm, and afterwards the alarm set is the one that counts.
   * It also wakes up what sleeps (pg_sleep), which then sees whether it should stop.
   *
   * Between transactions PostgreSQL sets one for what it has counted, ten seconds later, and has it stay through the
   * statements that follow. It would be taken for one of theirs: it goes off at once, PostgreSQL being told that it is due.
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

/** ReadyForQuery, the last of what is answered to a message, with nothing begun. */
const READY_OUTSIDE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const saysOutside = (answer: Uint8Array) => READY_OUTSIDE.equals(answer.subarray(-READY_OUTSIDE.length))

const isLongJump = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === LONG_JUMP
