import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { restErrors } from '../errors.ts'
import { parseAccept } from '../parse/accept.ts'
import { schemaOf } from '../parse/parse-request.ts'
import type { OpenApiConfig } from '../rest-config.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { Serve } from '../serve-request.ts'
import { loadVisible } from './load-visible.ts'
import { openApi } from './openapi.ts'

const mediaTypes = ['application/openapi+json', 'application/json', '*/*']

/**
 * The root describes a schema in OpenAPI 2.0: the parts that the caller may use, or all of it if so configured. A
 * project may have a function answer instead.
 */
export const describeApi =
  (app: FastifyInstance, cache: SchemaCache, serve: Serve) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { schema, config } = await cache.current()
    if (config.rootFunction !== undefined) {
      return serve(request, reply, request.url.slice(app.prefix.length).replace(/^\/?/, `/rpc/${config.rootFunction}`))
    }
    if (config.openApi.mode === 'disabled') throw restErrors.rootDisabled()
    const within = schemaOf(request.method, request.headers, config.schemas)
    const wishes = parseAccept(request.headers.accept || '*/*').map(({ type }) => type)
    if (!wishes.some((type) => mediaTypes.includes(type))) throw restErrors.mediaTypesNotAvailable(wishes)
    const visible = await loadVisible(app.database, request.caller, within, config.openApi)
    const address = addressOf(request, app.prefix, config.openApi)
    const body = openApi({ schema, within, visible, address })
    reply.header('content-type', 'application/openapi+json; charset=utf-8')
    if (config.schemas.length > 1) reply.header('content-profile', within)
    return reply.send(request.method === 'HEAD' ? undefined : JSON.stringify(body))
  }

/** The configured public address, else the one that the caller requested. */
const addressOf = ({ protocol, host }: FastifyRequest, prefix: string, { address }: OpenApiConfig) =>
  new URL(address ?? `${protocol}://${host}${prefix}/`)
