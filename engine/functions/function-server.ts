import { realpath } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { FunctionError, functionErrors } from './errors.ts'
import { functionEnvironment } from './function-environment.ts'
import { functionSocket } from './function-socket.ts'
import type { Answer, Upgrade } from './host/answer.ts'
import type { FunctionCall } from './host/function-call.ts'
import { ThreadPool } from './host/thread-pool.ts'
import type { IncomingCall } from './incoming-call.ts'
import { functionsDir, projectFunctions } from './list-functions.ts'
import { layersFor } from './needs-deno.ts'
import { verifyJwt } from './verify-jwt.ts'

export interface FunctionServer {
  /** Answers a call; errors are answers too. Call `end` when the caller has received everything or is gone. */
  answer(call: IncomingCall): { answer: Promise<Answer | Upgrade>; end(): void }
  /** Resolves once all work given to `waitUntil` is done, or after `patienceMs`. */
  stop(patienceMs: number): Promise<void>
}

export type FunctionLimits = {
  /** The longest time until a function answers, and between two chunks of its answer. */
  timeoutMs: number
  /** The longest time that a thread may not respond. */
  silenceMs: number
  /** The longest time that a function may compute without a pause. */
  computingMs: number
  /** The time after which an idle thread ends. */
  idleTimeoutMs: number
  /** The most threads, for all functions. */
  maxThreads: number
}

/** Runs all functions of the project, on threads that start on demand. */
export async function createFunctionServer(
  app: FastifyInstance,
  { timeoutMs, maxThreads, ...patience }: FunctionLimits,
): Promise<FunctionServer> {
  const functions = await projectFunctions(app.project)
  const dir = functionsDir(app.project)
  // Node resolves symbolic links in the addresses of modules.
  const realDir = await realpath(dir).catch(() => dir)
  const layers = await layersFor(realDir, functions.values())
  const environment = await functionEnvironment(app)
  const { raw } = app.database
  const socket = raw && functionSocket(app.database, raw)
  const threads = new ThreadPool(maxThreads, () => ({
    ...patience,
    app,
    layers,
    idleMs: timeoutMs,
    databaseAddress: socket?.address,
    start: {
      type: 'start',
      functionsDir: realDir,
      functions: [...functions.values()],
      variables: environment(),
    },
  }))
  app.metrics?.gauge({
    name: 'engine_function_threads',
    help: 'Threads on which functions run.',
    read: () => threads.size,
  })

  return {
    answer(call) {
      let running: FunctionCall | undefined
      let isOver = false
      const end = () => {
        isOver = true
        running?.end()
      }
      const answer = admit(call).then(async () => {
        running = threads.threadFor(call.name).call(call)
        if (isOver) running.end()
        return endsInTime(running, timeoutMs)
      })
      return { answer: answer.catch(asAnswer), end }
    },
    async stop(patienceMs) {
      await threads.stop(patienceMs)
      await socket?.close()
    },
  }

  async function admit({ name, authorization, head }: IncomingCall): Promise<void> {
    const fn = functions.get(name)
    if (!fn) throw functionErrors.unknownFunction()
    if (fn.verifyJwt && head.method !== 'OPTIONS') await verifyJwt(authorization, app.tokens)
  }
}

async function endsInTime(call: FunctionCall, timeoutMs: number): Promise<Answer | Upgrade> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(functionErrors.tooSlow(timeoutMs / 1000))
    call.end() // nobody waits for it any more
  }, timeoutMs)
  return Promise.race([call.answer, timeout]).finally(() => clearTimeout(timer))
}

function asAnswer(error: unknown): Answer {
  if (error instanceof FunctionError) return error.toAnswer()
  throw error
}
