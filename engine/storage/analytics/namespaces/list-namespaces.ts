import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readQuery } from '../../http/body.ts'
import { asCaller } from '../../http/statements.ts'
import { findCatalog, type InCatalog } from '../catalog.ts'
import { icebergErrors } from '../errors.ts'
import { pageOf, pageQuery, splitPage } from '../pages.ts'

const query = pageQuery.extend({ parent: z.string().optional() })

/** GET /:prefix/namespaces */
export async function listNamespaces(app: FastifyInstance, request: FastifyRequest<InCatalog>) {
  const asked = readQuery(request, query)
  const catalog = await findCatalog(app, request, request.params.prefix)
  const namesAfter = (after: string, limit: number | null, name: string | null) =>
    app.database.run<{ name: string }>(asCaller(request, 'storage.iceberg.namespace.list', request.caller), {
      text: `select name from storage.iceberg_namespaces
        where catalog_id = $1 and name > $2 and ($4::text is null or name = $4) order by name limit $3`,
      values: [catalog.id, after, limit, name],
    })
  if (asked.parent) {
    // There is one level, so that none is within another.
    const [parent] = await namesAfter('', 1, asked.parent)
    if (!parent) throw icebergErrors.noNamespace(asked.parent)
    return { namespaces: [] }
  }
  const { after, limit } = pageOf(asked)
  const rows = await namesAfter(after, limit, null)
  const { page, ...next } = splitPage(
    rows.map(({ name }) => name),
    limit,
  )
  return { namespaces: page.map((name) => [name]), ...next }
}
