import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Database } from '../database/database.ts'
import { loadPackage, notInstalled, type OptionalPackage, packageFolder } from '../kernel/optional-package.ts'
import { restErrors } from './errors.ts'
import { parseAccept } from './parse/accept.ts'
import { schemaOf } from './parse/parse-request.ts'
import type { OpenApiConfig, PgrstSettings } from './rest-config.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import type { Schema } from './schema/schema-types.ts'
import type { Serve } from './serve-request.ts'

type DescribeParams = {
  database: Database
  /** The caller, whose privileges count unless the configuration ignores them. */
  caller: Caller
  config: OpenApiConfig
  schema: Schema
  /** The name of the described schema. */
  within: string
  address: URL
}

/** The `feature` that the package exports. */
export type OpenApiFeature = { describe(described: DescribeParams): Promise<object> }

const from: OptionalPackage = {
  name: 'engine-openapi',
  provides: 'the description of the API',
  requiredBy: 'PGRST_OPENAPI_MODE',
}

/** Throws `ConfigError` where a description is asked for and cannot be made. */
export function requireDescription({ openapi_mode: mode = 'disabled' }: PgrstSettings) {
  if (mode !== 'disabled' && packageFolder(from) === undefined) throw notInstalled(from)
}

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
    if (config.openApi.mode === 'disabled' || packageFolder(from) === undefined) throw restErrors.rootDisabled()
    const within = schemaOf(request.method, request.headers, config.schemas)
    const wishes = parseAccept(request.headers.accept || '*/*').map(({ type }) => type)
    if (!wishes.some((type) => mediaTypes.includes(type))) throw restErrors.mediaTypesNotAvailable(wishes)
    const { describe } = await loadPackage<OpenApiFeature>(from)
    const address = addressOf(request, app.prefix, config.openApi)
    const { database } = app
    const body = await describe({ database, caller: request.caller, config: config.openApi, schema, within, address })
    reply.header('content-type', 'application/openapi+json; charset=utf-8')
    if (config.schemas.length > 1) reply.header('content-profile', within)
    return reply.send(request.method === 'HEAD' ? undefined : JSON.stringify(body))
  }

/** The configured public address, else the one that the caller requested. */
const addressOf = ({ protocol, host }: FastifyRequest, prefix: string, { address }: OpenApiConfig) =>
  new URL(address ?? `${protocol}://${host}${prefix}/`)
