import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { configuredSize } from '../configured-size.ts'
import { FunctionError, functionErrors } from './errors.ts'
import { createFunctionServer, type Patience } from './function-server.ts'
import { functionPath, incomingCall } from './incoming-call.ts'
import { sendAnswer } from './send-answer.ts'
import { acceptUpgrades } from './upgrades.ts'

// The hosted limit.
const TIMEOUT_MS = 150_000
// Longer than any function computes at a stretch, also while it is compiled on a slow machine.
const SILENCE_MS = 10_000
// As the largest file of a bucket.
const LARGEST_BODY = '50MiB'
const STOP_MS = 10_000

type Options = Partial<Patience> & {
  /** How long what functions left running may take when the server stops. */
  stopMs?: number
}

/** Runs the project's functions for callers of `<prefix>/<name>`, over HTTP and WebSocket (functions.md). */
export const functions: FastifyPluginAsync<Options> = async function functions(app, options) {
  const { timeoutMs = TIMEOUT_MS, stopMs = STOP_MS } = options
  const { dir, config } = app.project
  const { silenceMs = config.edge_runtime.silence_ms ?? SILENCE_MS } = options
  const mostBytes = configuredSize(dir, 'edge_runtime.max_body_size', config.edge_runtime.max_body_size ?? LARGEST_BODY)
  const functionServer = await createFunctionServer(app, { timeoutMs, silenceMs })

  // The function reads the body, whatever its type, straight from the wire.
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
    const call = incomingCall(incoming.raw, { path, address: incoming.ip, mostBytes })
    const { answer, end } = functionServer.answer(call)
    reply.raw.once('close', () => {
      end()
      call.release()
    })
    const answered = await Promise.race([answer, call.excess])
    // Only what came as a WebSocket request may become one; `upgrades.ts` sees to those.
    return sendAnswer(reply, 'connect' in answered ? functionErrors.noResponse().toAnswer() : answered)
  }
}
