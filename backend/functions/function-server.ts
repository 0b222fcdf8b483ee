import type { FastifyInstance } from 'fastify'
import { functionEnvironment } from './environment.ts'
import { FunctionError, functionErrors, handlerFailed } from './errors.ts'
import { installHost, type RunningFunction, runFunction } from './host.ts'
import { type EdgeFunction, type EdgeHandler, projectFunctions } from './project-functions.ts'
import { verifyJwt } from './verify-jwt.ts'

export interface FunctionServer {
  /** Answers a request whose path starts with the function's name; failures are answers too. */
  answer(request: Request): Promise<Response>
  /** Resolves once everything given to `waitUntil` is done, or after `patienceMs`. */
  settle(patienceMs: number): Promise<void>
}

/** All of the project's functions, in this process. HTTP and sockets hand their requests to it. */
export async function createFunctionServer(app: FastifyInstance, timeoutMs: number): Promise<FunctionServer> {
  const functions = await projectFunctions(app.project)
  const environment = await functionEnvironment(app)
  const pending = new Set<Promise<unknown>>()
  installHost()

  return {
    async answer(request) {
      try {
        const fn = find(request)
        if (fn.verifyJwt && request.method !== 'OPTIONS') {
          await verifyJwt(request.headers.get('authorization'), app.tokens)
        }
        return await inTime(run(fn, request))
      } catch (error) {
        if (error instanceof FunctionError) return error.toResponse()
        throw error
      }
    },
    async settle(patienceMs) {
      const { promise: enough, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      await Promise.race([Promise.allSettled(pending), enough])
      clearTimeout(timer)
    },
  }

  function find(request: Request): EdgeFunction {
    const fn = functions.get(new URL(request.url).pathname.split('/')[1] ?? '')
    if (!fn) throw functionErrors.unknownFunction()
    return fn
  }

  function run(fn: EdgeFunction, request: Request): Promise<Response> {
    const context: RunningFunction = {
      env: (name) => environment(fn.name, name),
      sendMail: (mail) => app.mailer.send(mail),
      // A name of its own for each function: one cannot listen to another.
      openChannel: (name, events) => app.bus.open(`function:${fn.name}:${name}`, events),
      waitUntil(work) {
        const watched = work.catch(context.onFault).finally(() => pending.delete(watched))
        pending.add(watched)
      },
      onFault: (error) => app.log.error({ err: error, function: fn.name }, 'A function failed, and not in its answer'),
    }
    return runFunction(context, async () => {
      const handler = await boot(fn)
      const response = await call(fn, handler, request)
      if (!(response instanceof Response) || response.type === 'error') throw functionErrors.noResponse()
      return response
    })
  }

  async function boot(fn: EdgeFunction): Promise<EdgeHandler> {
    try {
      return await fn.handler()
    } catch (error) {
      app.log.error({ err: error, function: fn.name }, 'A function failed to start')
      throw functionErrors.bootFailed()
    }
  }

  async function call(fn: EdgeFunction, handler: EdgeHandler, request: Request): Promise<unknown> {
    try {
      return await handler(request)
    } catch (error) {
      app.log.error({ err: error, function: fn.name }, 'A function threw')
      return handlerFailed()
    }
  }

  async function inTime(answer: Promise<Response>): Promise<Response> {
    let late = false
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      late = true
      reject(functionErrors.tooSlow(timeoutMs / 1000))
    }, timeoutMs)
    try {
      return await Promise.race([answer, timeout])
    } finally {
      clearTimeout(timer)
      if (late) answer.then((unread) => unread.body?.cancel()).catch(() => {}) // nobody waits for it any more
    }
  }
}
