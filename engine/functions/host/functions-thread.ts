import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { type FunctionError, functionErrors } from '../errors.ts'
import type { IncomingCall } from '../incoming-call.ts'
import { type Conversation, Conversations } from '../protocol/conversations.ts'
import type { FromThread, Start, ToThread } from '../protocol/messages.ts'
import { BlockingText } from '../protocol/wait-for-text.ts'
import { type FunctionCall, makeCall } from './function-call.ts'
import { Heartbeat, type Limits } from './heartbeat.ts'
import { serveRequest } from './serve-requests.ts'

/** The memory of a worker on the hosted service. */
const MEMORY_MB = 256
/** The limit for background work after the last call: the hosted limit of a worker. */
const STOP_TIMEOUT_MS = 400_000

export type ThreadSettings = Limits & {
  app: FastifyInstance
  /** The packages whose `feature` functions need to run. */
  layers: readonly string[]
  start: Omit<Start, 'temporaryDir' | 'databaseAddress'>
  /** Starts the socket of an embedded database and returns its address; undefined for any other database. */
  databaseAddress: (() => Promise<string>) | undefined
  /** The longest pause within a body. */
  idleMs: number
  /** The time after which an idle thread ends. */
  idleTimeoutMs: number
}

/** A thread that runs functions. It is ended when it stops responding, exceeds its limits or has been idle for long. */
export class FunctionsThread {
  readonly #settings: ThreadSettings
  readonly #worker: Worker
  readonly #lines: Conversations<ToThread, FromThread>
  readonly #control: Conversation<ToThread>
  readonly #settled = Promise.withResolvers<void>()
  readonly #underWay = new Map<FunctionCall, string>()
  readonly #pulse: Heartbeat
  readonly #ended = Promise.withResolvers<void>()
  readonly #temporaryDir = mkdtempSync(join(tmpdir(), 'function-'))
  readonly #databaseAddress = new BlockingText()
  /** Whether functions have background work that their answers do not wait for. */
  #isWorking = false
  #resting: NodeJS.Timeout | undefined
  #isLeaving = false
  #isOver = false
  /** The function that ended the thread. */
  #leaving: string | undefined

  constructor(settings: ThreadSettings) {
    this.#settings = settings
    const { app, start } = settings
    this.#worker = new Worker(new URL('../thread/entry.mjs', import.meta.url), {
      workerData: {
        compileCache: getCompileCacheDir(),
        layers: settings.layers,
        certificates: app.config.environment.NODE_EXTRA_CA_CERTS,
      },
      execArgv: [],
      env: { TMPDIR: this.#temporaryDir },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: MEMORY_MB / 32 },
    })
    this.#lines = new Conversations<ToThread, FromThread>(this.#worker, 0, (line, opening) => {
      if (!this.#isOver && (opening.type === 'mail' || opening.type === 'channel'))
        return serveRequest(app, line, opening)
      return { receive() {}, ended() {} }
    })
    const temporaryDir = this.#temporaryDir
    const databaseAddress = settings.databaseAddress && this.#databaseAddress.shared
    this.#control = this.#lines.open(
      { ...start, temporaryDir, databaseAddress },
      {
        receive: (message) => this.#hear(message),
        ended: () => this.#settled.resolve(),
      },
    )
    this.#pulse = new Heartbeat(this.#worker, settings, {
      ask: () => this.#control.send({ type: 'ping' }),
      onLost: (deed) => this.#lose(deed, functionErrors.outOfResources()),
    })
    // The time limits apply after its first answer.
    this.#control.send({ type: 'ping' })
    this.#worker.on('error', (error) => {
      const isTooLarge = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isTooLarge) this.#lose('took too much memory', functionErrors.outOfResources())
      else this.#lose(`failed: ${error.message}`, functionErrors.hostFailed())
    })
    this.#worker.once('exit', () => {
      this.#lose('ended its thread', functionErrors.hostFailed())
      rm(this.#temporaryDir, { recursive: true, force: true }).finally(this.#ended.resolve)
    })
    this.#endIfIdle()
  }

  /** Whether the thread is ending and takes no new calls. */
  get isEnding(): boolean {
    return this.#isLeaving
  }

  /** Whether the thread is not responding, though not yet long enough to end it. */
  get isUnresponsive(): boolean {
    return this.#pulse.isUnresponsive
  }

  /** The number of calls in progress, of one function or of all, including WebSockets. */
  load(name?: string): number {
    const names = [...this.#underWay.values()]
    return name === undefined ? names.length : names.filter((one) => one === name).length
  }

  /** Whether there are neither calls in progress nor background work. */
  get isFree(): boolean {
    return this.#underWay.size === 0 && !this.#isWorking
  }

  /** Resolves when the thread has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  call(call: IncomingCall): FunctionCall {
    const made = makeCall(this.#lines, call, this.#settings.idleMs)
    this.#underWay.set(made, call.name)
    this.#endIfIdle()
    made.ended.then(() => {
      this.#underWay.delete(made)
      this.#endIfIdle()
    })
    return made
  }

  /** Resolves once all work given to `waitUntil` is done and the thread has ended, after `patienceMs` at the latest. */
  async stop(patienceMs = STOP_TIMEOUT_MS): Promise<void> {
    this.#isLeaving = true
    this.#control.send({ type: 'settle' })
    const patience = setTimeout(this.#settled.resolve, patienceMs)
    await this.#settled.promise
    clearTimeout(patience)
    this.#end(functionErrors.hostFailed())
    await this.#worker.terminate()
    await this.#ended.promise
  }

  async #sendDatabaseAddress() {
    const { app, databaseAddress } = this.#settings
    try {
      this.#databaseAddress.provide(await databaseAddress?.())
    } catch (error) {
      app.log.error(error, 'The database socket for functions could not be opened')
      this.#databaseAddress.provide(undefined)
    }
  }

  #endIfIdle() {
    clearTimeout(this.#resting)
    if (this.isFree && !this.#isOver)
      this.#resting = setTimeout(() => void this.stop(), this.#settings.idleTimeoutMs).unref()
  }

  #hear(message: FromThread) {
    if (message.type === 'pong') {
      this.#pulse.recordResponse(message.cpuMs)
      // Node limits the heap only, so memory outside of it is checked here.
      const isTooMuch = message.outsideHeapBytes > MEMORY_MB * 2 ** 20
      if (isTooMuch) this.#lose('took too much memory', functionErrors.outOfResources())
    } else if (message.type === 'fault') {
      this.#settings.app.log.error({ err: message.error, function: message.function }, message.words)
    } else if (message.type === 'starting') this.#pulse.setStarting(message.is)
    else if (message.type === 'working') {
      this.#isWorking = message.is
      this.#endIfIdle()
    } else if (message.type === 'asks for database') void this.#sendDatabaseAddress()
    else if (message.type === 'leaving') this.#leaving = message.function
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
    this.#isLeaving = true
    clearTimeout(this.#resting)
    this.#pulse.stop()
    this.#lines.cut(error)
  }
}
