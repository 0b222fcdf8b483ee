import type { PGlite } from '@electric-sql/pglite'
import { compileForSharedMemory, makeSharedMemory } from '../wasm/share-memory.ts'
import { type Imports, type Instance, type Module, webAssembly } from '../wasm/web-assembly.ts'
import { type Insight, makeWords, RunningStatement } from './running-statement.ts'

/** PGlite's way of a long jump to PostgreSQL's main loop: it "exits" with this. */
const LONG_JUMP = 100

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
  /** When the alarm was set that PostgreSQL waits for: counts its messages. */
  #alarmOf: number | undefined
  #message = 0
  /** Whether PostgreSQL has answered since then: what the alarm was for is over. */
  #hasAnswered = false
  #isDelivering = false

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
    env.emscripten_date_now = () => {
      this.#deliverAlarm()
      return now()
    }
    env._setitimer_js = (_which: number, ms: number) => this.#setAlarm(ms)
    const instance = await webAssembly.instantiate(this.#module, imports)
    this.#exports = instance.exports
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
      this.#message++
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

  /** What PostgreSQL answers to a batch of messages. PGlite's own way would parse the answers before it gives them out. */
  async answer(pglite: PGlite, batch: number, messages: Uint8Array): Promise<Uint8Array> {
    this.#running?.beginBatch(batch)
    const pieces: Uint8Array[] = []
    await pglite.execProtocolRawStream(messages, {
      // Its files are those of the disk.
      syncToFs: false,
      onRawData: (piece) => {
        this.#hasAnswered = true
        pieces.push(piece.slice())
      },
    })
    return Buffer.concat(pieces)
  }

  #setAlarm(ms: number) {
    this.#alarmOf = ms > 0 ? this.#message : undefined
    this.#hasAnswered = false
    this.#running?.setAlarm(ms)
    return 0
  }

  /**
   * PostgreSQL sets no alarm for a statement while an earlier one has not gone off yet: that one comes first, finds that
   * it has no reason any more, and sets the next. Here it comes when PostgreSQL asks for the time, which it does before it
   * counts a statement's: a signal that comes early does no harm, and afterwards the alarm set is the one that counts.
   * It may stay away for as long as the same statement is parsed, bound and executed, message by message.
   */
  #deliverAlarm() {
    if (this.#alarmOf === undefined || this.#isDelivering) return
    if (this.#alarmOf !== this.#message && this.#isSameStatement()) return
    const { _emscripten_timeout: deliver } = this.#exports
    if (typeof deliver !== 'function') return
    this.#isDelivering = true
    this.#alarmOf = undefined
    try {
      deliver(ITIMER_REAL, performance.now())
    } finally {
      this.#isDelivering = false
    }
  }

  #isSameStatement = () => this.#alarmOf !== undefined && !this.#hasAnswered

  #address(name: string): number {
    const variable = this.#exports[name]
    if (variable instanceof webAssembly.Global && typeof variable.value === 'number') return variable.value
    throw new Error(`PGlite no longer says where its variable ${name} lies.`)
  }
}

const isLongJump = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === LONG_JUMP
