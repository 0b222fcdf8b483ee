import type { FastifyInstance } from 'fastify'
import { functionEnvironment } from './environment.ts'
import { FunctionError, functionErrors } from './errors.ts'
import type { Answer, Upgrade } from './host/answer.ts'
import { FunctionsThread } from './host/functions-thread.ts'
import type { FunctionCall } from './host/make-call.ts'
import type { IncomingCall } from './incoming-call.ts'
import { functionsDir, projectFunctions } from './project-functions.ts'
import { verifyJwt } from './verify-jwt.ts'

export interface FunctionServer {
  /** Failures are answers too. `end` is for when the caller has everything, or is gone. */
  answer(call: IncomingCall): { answer: Promise<Answer | Upgrade>; end(): void }
  /** Resolves once everything given to `waitUntil` is done, or after `patienceMs`. */
  stop(patienceMs: number): Promise<void>
}

export type Patience = {
  /** How long a function may take until it answers, and between two chunks of its answer. */
  timeoutMs: number
  /** How long the thread of all functions may be held up. */
  silenceMs: number
}

/** All of the project's functions, on a thread of their own that starts with the first call. */
export async function createFunctionServer(
  app: FastifyInstance,
  { timeoutMs, silenceMs }: Patience,
): Promise<FunctionServer> {
  const functions = await projectFunctions(app.project)
  const environment = await functionEnvironment(app)
  let thread: FunctionsThread | undefined

  return {
    answer(call) {
      let running: FunctionCall | undefined
      let isOver = false
      const end = () => {
        isOver = true
        running?.end()
      }
      const answer = admit(call).then(async () => {
        const thread = ready()
        await thread.started
        running = thread.call(call)
        if (isOver) running.end()
        return inTime(running)
      })
      return { answer: answer.catch(asAnswer), end }
    },
    async stop(patienceMs) {
      await thread?.stop(patienceMs)
    },
  }

  async function admit({ name, authorization, head }: IncomingCall): Promise<void> {
    const fn = functions.get(name)
    if (!fn) throw functionErrors.unknownFunction()
    if (fn.verifyJwt && head.method !== 'OPTIONS') await verifyJwt(authorization, app.tokens)
  }

  function ready(): FunctionsThread {
    thread ??= new FunctionsThread({
      app,
      silenceMs,
      idleMs: timeoutMs,
      start: {
        type: 'start',
        functionsDir: functionsDir(app.project),
        functions: [...functions.values()],
        variables: environment(),
      },
      onEnd() {
        thread = undefined
      },
    })
    return thread
  }

  async function inTime(call: FunctionCall): Promise<Answer | Upgrade> {
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(functionErrors.tooSlow(timeoutMs / 1000))
      call.end() // nobody waits for it any more
    }, timeoutMs)
    return Promise.race([call.answer, timeout]).finally(() => clearTimeout(timer))
  }
}

function asAnswer(error: unknown): Answer {
  if (error instanceof FunctionError) return error.toAnswer()
  throw error
}
