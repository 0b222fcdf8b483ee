import { totalmem } from 'node:os'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { configuredSize } from '../kernel/config/configured-size.ts'
import { FunctionError, functionErrors } from './errors.ts'
import { createFunctionServer, type FunctionLimits } from './function-server.ts'
import { functionPath, incomingCall } from './incoming-call.ts'
import { sendAnswer } from './send-answer.ts'
import { acceptUpgrades } from './websocket-upgrades.ts'

// The hosted limit for an answer.
const TIMEOUT_MS = 150_000
// The hosted limit for CPU time.
const CPU_LIMIT_MS = 2000
// Longer than compiling any function takes on a slow machine.
const SILENCE_LIMIT_MS = 10_000
const IDLE_THREAD_MS = 60_000
const MAX_THREADS = 16
/** The memory of a thread that serves a function which imports supabase-js. */
const THREAD_BYTES = 20 * 2 ** 20
// The default size limit of a bucket's file.
const MAX_BODY_SIZE = '50MiB'
const STOP_TIMEOUT_MS = 10_000

type Options = Partial<FunctionLimits> & {
  /** The limit for background work of functions when the server stops. */
  stopMs?: number
}

/** Runs the project's functions for `<prefix>/<name>`, over HTTP and WebSocket (docs/wire/functions.md). */
export const functions: FastifyPluginAsync<Options> = async function functions(app, options) {
  const { timeoutMs = TIMEOUT_MS, stopMs = STOP_TIMEOUT_MS } = options
  const { dir, config } = app.project
  const { edge_runtime } = config
  const {
    silenceMs = edge_runtime.silence_ms ?? SILENCE_LIMIT_MS,
    computingMs = edge_runtime.computing_ms ?? CPU_LIMIT_MS,
    maxThreads = edge_runtime.max_threads ?? affordableThreads(),
    idleTimeoutMs = IDLE_THREAD_MS,
  } = options
  const maxBytes = configuredSize(dir, 'edge_runtime.max_body_size', edge_runtime.max_body_size ?? MAX_BODY_SIZE)
  const functionServer = await createFunctionServer(app, {
    timeoutMs,
    silenceMs,
    computingMs,
    maxThreads,
    idleTimeoutMs,
  })

  // The function reads the body of any type straight from the connection.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof FunctionError) return sendAnswer(reply, error.toAnswer())
    request.log.error(error)
    return sendAnswer(reply, functionErrors.hostFailed().toAnswer())
  })
  app.setNotFoundHandler((request) => {
    throw request.method === 'HEAD' ? functionErrors.methodNotAllowed() : functionErrors.unknownFunction()
  })

  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    exposeHeadRoute: false,
    handler: callFunction,
  })
  acceptUpgrades(app, functionServer)
  app.addHook('onClose', () => functionServer.stop(stopMs))

  async function callFunction(incoming: FastifyRequest, reply: FastifyReply) {
    const path = functionPath(incoming.raw.url, app.prefix)
    if (path === undefined) throw functionErrors.unknownFunction()
    const call = incomingCall(incoming.raw, { path, address: incoming.ip, maxBytes })
    const { answer, end } = functionServer.answer(call)
    reply.raw.once('close', () => {
      end()
      call.release()
    })
    const answered = await Promise.race([answer, call.excess])
    // Only a WebSocket request may be upgraded, which `websocket-upgrades.ts` handles.
    return sendAnswer(reply, 'connect' in answered ? functionErrors.noResponse().toAnswer() : answered)
  }
}

/** The number of threads that fit an eighth of the memory of the machine, or of this process' limit. */
function affordableThreads(): number {
  const constrained = process.constrainedMemory()
  const bytes = Math.min(totalmem(), constrained > 0 ? constrained : Infinity) / 8
  return Math.max(2, Math.min(MAX_THREADS, Math.floor(bytes / THREAD_BYTES)))
}
