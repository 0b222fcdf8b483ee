import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { type Line, Lines } from '../between/lines.ts'
import type { FromThread, Start, ToThread } from '../between/messages.ts'
import { type FunctionError, functionErrors } from '../errors.ts'
import type { IncomingCall } from '../incoming-call.ts'
import { type FunctionCall, makeCall } from './make-call.ts'
import { serve } from './services.ts'

/** What the hosted service gives a worker. */
const MEMORY_MB = 256
/** It is asked for a sign of life so many times while it may be silent. */
const BEATS = 5

type Settings = {
  app: FastifyInstance
  start: Start
  /** How long it may answer nothing at all, as in an endless loop. */
  silenceMs: number
  /** How long a body may say nothing. */
  idleMs: number
  onEnd(): void
}

/** The thread on which all functions run. It may end by itself, and is ended where it holds up or takes too much. */
export class FunctionsThread {
  readonly #settings: Settings
  readonly #worker: Worker
  readonly #lines: Lines<ToThread, FromThread>
  readonly #control: Line<ToThread>
  readonly #started = Promise.withResolvers<void>()
  readonly #settled = Promise.withResolvers<void>()
  readonly #underWay = new Map<FunctionCall, string>()
  readonly #pulse: Pulse
  #isOver = false
  /** The function that says it ends the thread. */
  #leaving: string | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    const { app, start, silenceMs } = settings
    this.#worker = new Worker(new URL('../thread/main.ts', import.meta.url), {
      workerData: { compileCache: getCompileCacheDir() },
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: MEMORY_MB / 32 },
    })
    this.#lines = new Lines<ToThread, FromThread>(this.#worker, 0, (line, opening) => {
      if (!this.#isOver && (opening.type === 'mail' || opening.type === 'channel')) return serve(app, line, opening)
      return { hear() {}, ended() {} }
    })
    this.#started.promise.catch(() => {}) // told to whoever calls
    this.#control = this.#lines.open(start, {
      hear: (message) => this.#hear(message),
      ended: () => this.#settled.resolve(),
    })
    this.#pulse = new Pulse(silenceMs, {
      ask: () => this.#control.send({ type: 'ping' }),
      onSilence: () => this.#lose(`did not answer for ${silenceMs / 1000} s`, functionErrors.outOfResources()),
    })
    // Nothing is asked of it in time until it has answered for the first time.
    this.#control.send({ type: 'ping' })
    this.#worker.on('error', (error) => {
      const isTooLarge = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isTooLarge) this.#lose('took too much memory', functionErrors.outOfResources())
      else this.#lose(`failed: ${error.message}`, functionErrors.hostFailed())
    })
    this.#worker.once('exit', () => this.#lose('ended the thread of all functions', functionErrors.hostFailed()))
  }

  /** Rejects with a `FunctionError` where it ends before it could begin. */
  get started(): Promise<void> {
    return this.#started.promise
  }

  call(call: IncomingCall): FunctionCall {
    const made = makeCall(this.#lines, call, this.#settings.idleMs)
    this.#underWay.set(made, call.name)
    made.ended.then(() => this.#underWay.delete(made))
    return made
  }

  /** Resolves once everything given to `waitUntil` is done and the thread has ended, after `patienceMs` at the latest. */
  async stop(patienceMs: number): Promise<void> {
    this.#control.send({ type: 'settle' })
    const patience = setTimeout(this.#settled.resolve, patienceMs)
    await this.#settled.promise
    clearTimeout(patience)
    this.#end(functionErrors.hostFailed())
    await this.#worker.terminate()
  }

  #hear(message: FromThread) {
    if (message.type === 'pong') {
      this.#pulse.felt()
      this.#started.resolve()
      // What lies outside the heap knows no limit of its own.
      const isTooMuch = message.outsideHeapBytes > MEMORY_MB * 2 ** 20
      if (isTooMuch) this.#lose('took too much memory', functionErrors.outOfResources())
    } else if (message.type === 'fault') {
      this.#settings.app.log.error({ err: message.error, function: message.function }, message.words)
    } else if (message.type === 'leaving') this.#leaving = message.function
    else if (message.type === 'settled') this.#settled.resolve()
  }

  #lose(deed: string, error: FunctionError) {
    if (this.#isOver) return
    const suspects = this.#leaving === undefined ? [...new Set(this.#underWay.values())] : [this.#leaving]
    const who = suspects.join(' or ') || 'A function'
    this.#settings.app.log.error({ functions: suspects }, `${who} ${deed}; a new thread takes over.`)
    this.#end(error)
    void this.#worker.terminate()
  }

  #end(error: FunctionError) {
    this.#isOver = true
    this.#pulse.stop()
    this.#started.reject(error)
    this.#lines.cut(error)
    this.#settings.onEnd()
  }
}

/** Asks for signs of life once there was one. Counted and not measured: where this thread is held up, the other is not late. */
class Pulse {
  readonly #everyMs: number
  readonly #on: { ask(): void; onSilence(): void }
  #beat: NodeJS.Timeout | undefined
  #unanswered = 0

  constructor(silenceMs: number, on: { ask(): void; onSilence(): void }) {
    this.#everyMs = silenceMs / BEATS
    this.#on = on
  }

  felt() {
    this.#unanswered = 0
    this.#beat ??= setInterval(() => this.#ask(), this.#everyMs)
  }

  stop() {
    clearInterval(this.#beat)
  }

  #ask() {
    if (this.#unanswered === BEATS) return this.#on.onSilence()
    this.#unanswered += 1
    this.#on.ask()
  }
}
