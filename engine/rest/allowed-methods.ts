import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPreflight } from '../gateway/cors.ts'
import { restErrors } from './errors.ts'
import { schemaOf } from './parse/parse-request.ts'
import { parseResource } from './parse/path-and-method.ts'
import { findTable } from './plan/find-table.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { keyOf, type Schema, type Table } from './schema/schema-types.ts'

/**
 * The `Allow` header: which methods a table or function supports, independent of the caller (docs/wire/rest.md#routes).
 */
export const allowedMethods =
  (cache: SchemaCache, urlOf: (request: FastifyRequest) => string) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (isPreflight(request)) return reply.code(200).send()
    const { schema, config } = await cache.current()
    const [path = ''] = urlOf(request).split('?', 1)
    const { kind, name } = parseResource(path)
    const within = schemaOf('GET', request.headers, config.schemas)
    const methods =
      kind === 'function'
        ? functionMethods(schema, within, name)
        : name === ''
          ? READ
          : tableMethods(findTable(schema, within, name))
    return reply
      .code(200)
      .header('allow', ['OPTIONS', ...methods].join(','))
      .send()
  }

const READ = ['GET', 'HEAD']

const tableMethods = ({ insertable, updatable, deletable, primaryKey }: Table): string[] => [
  ...READ,
  ...(insertable ? ['POST'] : []),
  ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
  ...(updatable ? ['PATCH'] : []),
  ...(deletable ? ['DELETE'] : []),
]

function functionMethods(schema: Schema, within: string, name: string): string[] {
  const overloads = schema.functions.get(keyOf(within, name))
  if (!overloads) throw restErrors.noFunction(`Could not find the function ${within}.${name} in the schema cache`)
  return overloads.every(({ volatility }) => volatility === 'volatile') ? ['POST'] : [...READ, 'POST']
}
