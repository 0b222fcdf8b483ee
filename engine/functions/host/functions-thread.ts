import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { Lines } from '../between/lines.ts'
import type { FromThread, Start, ToThread } from '../between/messages.ts'
import { type FunctionError, functionErrors } from '../errors.ts'
import type { IncomingCall } from '../incoming-call.ts'
import { type FunctionCall, makeCall } from './make-call.ts'
import { serve } from './services.ts'

/** What the hosted service gives a worker. */
const MEMORY_MB = 256
/** It is asked for a sign of life so many times while it may be silent. */
const BEATS = 5

export type FunctionsThread = {
  /** Rejects with a `FunctionError` where it ends before it could begin. */
  started: Promise<void>
  call(call: IncomingCall): FunctionCall
  /** Resolves once everything given to `waitUntil` is done and the thread has ended, after `patienceMs` at the latest. */
  stop(patienceMs: number): Promise<void>
}

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
export function functionsThread({ app, start, silenceMs, idleMs, onEnd }: Settings): FunctionsThread {
  const worker = new Worker(new URL('../thread/main.ts', import.meta.url), {
    workerData: { compileCache: getCompileCacheDir() },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: MEMORY_MB / 32 },
  })
  const lines = new Lines<ToThread, FromThread>(worker, 0, (line, opening) => {
    if (!isOver && (opening.type === 'mail' || opening.type === 'channel')) return serve(app, line, opening)
    return { hear() {}, ended() {} }
  })
  const started = Promise.withResolvers<void>()
  started.promise.catch(() => {}) // told to whoever calls
  const settled = Promise.withResolvers<void>()
  const underWay = new Map<FunctionCall, string>()
  let isOver = false
  let leaving: string | undefined
  let beat: NodeJS.Timeout | undefined
  let unanswered = 0

  const control = lines.open(start, {
    hear(message) {
      if (message.type === 'pong') takePulse(message.outsideHeapBytes)
      else if (message.type === 'fault')
        app.log.error({ err: message.error, function: message.function }, message.words)
      else if (message.type === 'leaving') leaving = message.function
      else if (message.type === 'settled') settled.resolve()
    },
    ended: () => settled.resolve(),
  })
  // Nothing is asked of it in time until it has answered for the first time.
  control.send({ type: 'ping' })

  worker.on('error', (error) => {
    const isTooLarge = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isTooLarge) lose('took too much memory', functionErrors.outOfResources())
    else lose(`failed: ${error.message}`, functionErrors.hostFailed())
  })
  worker.once('exit', () => lose('ended the thread of all functions', functionErrors.hostFailed()))

  return {
    started: started.promise,
    call(call) {
      const made = makeCall(lines, call, idleMs)
      underWay.set(made, call.name)
      made.ended.then(() => underWay.delete(made))
      return made
    },
    async stop(patienceMs) {
      control.send({ type: 'settle' })
      const patience = setTimeout(settled.resolve, patienceMs)
      await settled.promise
      clearTimeout(patience)
      end(functionErrors.hostFailed())
      await worker.terminate()
    },
  }

  function takePulse(outsideHeapBytes: number) {
    unanswered = 0
    started.resolve()
    beat ??= setInterval(askForPulse, silenceMs / BEATS)
    // What lies outside the heap knows no limit of its own.
    if (outsideHeapBytes > MEMORY_MB * 2 ** 20) lose('took too much memory', functionErrors.outOfResources())
  }

  /** Counted and not measured: where this thread itself is held up, the other one is not late. */
  function askForPulse() {
    if (unanswered === BEATS) return lose(`did not answer for ${silenceMs / 1000} s`, functionErrors.outOfResources())
    unanswered += 1
    control.send({ type: 'ping' })
  }

  function lose(deed: string, error: FunctionError) {
    if (isOver) return
    const suspects = leaving === undefined ? [...new Set(underWay.values())] : [leaving]
    app.log.error({ functions: suspects }, `${suspects.join(' or ') || 'A function'} ${deed}; a new thread takes over.`)
    end(error)
    void worker.terminate()
  }

  function end(error: FunctionError) {
    isOver = true
    clearInterval(beat)
    started.reject(error)
    lines.cut(error)
    onEnd()
  }
}
