import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowedMethods } from './allowed-methods.ts'
import { refusal } from './answer/error-response.ts'
import { describeApi, requireDescription } from './describe-api.ts'
import { restErrors } from './errors.ts'
import { requestLimits } from './request-limits.ts'
import { pgrstVariables, restConfig } from './rest-config.ts'
import { SchemaCache } from './schema/schema-cache.ts'
import { requestHandler } from './serve-request.ts'

/**
 * The REST service: tables, views and functions of the exposed schemas, as PostgREST serves them. A request is parsed,
 * planned against the schema, run as one SQL statement that builds the body, and answered.
 */
export async function rest(app: FastifyInstance) {
  const { database, log } = app
  const { settings: environment, unknown } = pgrstVariables(app.config.postgrest)
  if (unknown.length > 0) log.warn(`These settings of PostgREST have no effect here: ${unknown.join(', ')}.`)
  const sources = { api: app.project.config.api, environment }
  restConfig(sources) // A mistake in it stops the start.
  requireDescription(environment)
  const cache = new SchemaCache(database, sources, log)
  // The schema loads after the start; the first request waits for it.
  app.addHook('onListen', () => cache.start())
  app.addHook('onClose', () => cache.close())

  // Caches must keep responses to different request headers apart; a preflight sets its own `Vary`.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') reply.header('vary', 'Accept, Prefer, Range')
    done()
  })

  // The body stays unparsed here, because Postgres parses it.
  const limits = requestLimits(app.project, database)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', limits.readBody)

  app.setErrorHandler<Error>((error, request, reply) => {
    const { statusCode, headers, body } = refusal(error, request)
    // Server errors are logged; the caller only learns that something failed.
    if (statusCode >= 500) request.log.error(error)
    // A function that raises a code such as PT402 also sets the reason phrase (docs/wire/rest.md#errors).
    if (String(body.code).startsWith('PT')) reply.raw.statusMessage = asReasonPhrase(String(body.message))
    return reply
      .code(statusCode)
      .headers({ 'content-type': 'application/json; charset=utf-8', ...headers })
      .send(request.method === 'HEAD' ? undefined : JSON.stringify(body))
  })

  const serve = requestHandler(app, cache, limits)
  const urlOf = ({ url }: FastifyRequest) => url.slice(app.prefix.length)
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    url: '/*',
    exposeHeadRoute: false,
    handler: (request, reply) => serve(request, reply, urlOf(request)),
  })
  app.setNotFoundHandler(({ method }) => {
    throw restErrors.unsupportedMethod(method)
  })
  app.route({ method: 'OPTIONS', url: '/*', handler: allowedMethods(cache, urlOf) })
  app.route({ method: ['GET', 'HEAD'], url: '/', exposeHeadRoute: false, handler: describeApi(app, cache, serve) })
}

const asReasonPhrase = (message: string) => message.replace(/[^\t\x20-\x7e]/g, ' ')
