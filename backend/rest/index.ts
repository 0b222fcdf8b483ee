import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answer } from './answer/answer.ts'
import { refusal } from './answer/refuse.ts'
import { pgrstVariables, restConfig } from './config.ts'
import { execute, explain } from './execute.ts'
import { parseRequest } from './parse/parse-request.ts'
import { planRequest } from './plan/plan-request.ts'
import { SchemaCache } from './schema/schema-cache.ts'
import { requestSettings } from './settings.ts'

/** Imports of some ten thousand rows come in one body; more should come in several. */
const MAX_BODY_BYTES = 32 * 1024 * 1024

/**
 * The REST service: tables, views and functions of the exposed schemas, as PostgREST serves them. A request is parsed,
 * planned against the schema, run as one SQL statement that builds the body, and answered.
 */
export async function rest(app: FastifyInstance) {
  const { database, log } = app
  const { settings: environment, unknown } = pgrstVariables(app.config.postgrest)
  if (unknown.length > 0) log.warn(`Settings of PostgREST that mean nothing here: ${unknown.join(', ')}.`)
  const sources = { api: app.project.config.api, environment }
  restConfig(sources) // A mistake in it stops the start.
  const cache = new SchemaCache(database, sources, log)
  app.addHook('onReady', () => cache.start())
  app.addHook('onClose', () => cache.close())

  // The body stays as it came: Postgres reads it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  )

  app.setErrorHandler<Error>((error, request, reply) => {
    const { statusCode, headers, body } = refusal(error, request, MAX_BODY_BYTES)
    // What is our fault goes to the log; the caller learns no more than that something failed.
    if (statusCode >= 500) request.log.error(error)
    // A function that raises PT402 also names the status (rest.md §17).
    if (String(body.code).startsWith('PT')) reply.raw.statusMessage = asReasonPhrase(String(body.message))
    return reply
      .code(statusCode)
      .headers({ 'content-type': 'application/json; charset=utf-8', ...headers })
      .send(request.method === 'HEAD' ? undefined : JSON.stringify(body))
  })

  app.route({
    method: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    url: '/*',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { schema, config } = cache.current
      const asked = parseRequest(httpRequest(request), config)
      const plan = planRequest(asked, schema, config)
      const { caller, headers, ip: address, method } = request
      const { rateLimits } = app.config
      const settings = requestSettings(asked, plan, { role: caller.role, headers, address, rateLimits, schema, config })
      const options = { caller, settings, before: config.preRequest }
      if (plan.format.explain) {
        const body = await explain(database, options, asked, plan, plan.format.explain, config)
        return reply.header('content-type', plan.format.contentType).send(method === 'HEAD' ? undefined : body)
      }
      const row = await execute(database, options, asked, plan, config)
      const { status, headers: answered, body } = answer(asked, plan, row, config)
      return reply.code(status).headers(answered).send(body)
    },
  })

  const httpRequest = ({ method, url, headers, body }: FastifyRequest) => ({
    method,
    url: url.slice(app.prefix.length),
    headers,
    body: body instanceof Buffer ? body : undefined,
  })
}

const asReasonPhrase = (message: string) => message.replace(/[^\t\x20-\x7e]/g, ' ')
