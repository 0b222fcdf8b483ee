import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { FunctionError, functionErrors } from './errors.ts'
import { createFunctionServer } from './function-server.ts'
import { sendResponse } from './send-response.ts'
import { acceptUpgrades } from './upgrades.ts'
import { functionPath, toWebRequest } from './web-request.ts'

type Options = {
  /** How long a function may take until it answers, and between two chunks of its answer; the hosted limit unless said otherwise. */
  timeoutMs?: number
}

const TIMEOUT_MS = 150_000
const STOP_PATIENCE_MS = 10_000

/** Runs the project's functions for callers of `<prefix>/<name>`, over HTTP and WebSocket (functions.md). */
export const functions: FastifyPluginAsync<Options> = async function functions(app, { timeoutMs = TIMEOUT_MS }) {
  const functionServer = await createFunctionServer(app, timeoutMs)

  // The function reads the body, whatever its type, straight from the wire.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof FunctionError) return sendResponse(reply, error.toResponse(), timeoutMs)
    request.log.error(error)
    return sendResponse(reply, functionErrors.hostFailed().toResponse(), timeoutMs)
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
  app.addHook('onClose', () => functionServer.settle(STOP_PATIENCE_MS))

  async function callFunction(incoming: FastifyRequest, reply: FastifyReply) {
    const path = functionPath(incoming.raw.url, app.prefix)
    if (path === undefined) throw functionErrors.unknownFunction()
    const hungUp = new AbortController()
    const { request, release } = toWebRequest(incoming.raw, { path, address: incoming.ip, signal: hungUp.signal })
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) hungUp.abort()
      release()
    })
    return sendResponse(reply, await functionServer.answer(request), timeoutMs)
  }
}
