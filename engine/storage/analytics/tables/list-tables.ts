import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readQuery } from '../../http/body.ts'
import { asCaller } from '../../http/statements.ts'
import { findNamespace, type InNamespace } from '../catalog.ts'
import { pageOf, pageQuery, splitPage } from '../pages.ts'

/** GET /:prefix/namespaces/:namespace/tables */
export async function listTables(app: FastifyInstance, request: FastifyRequest<InNamespace>) {
  const { after, limit } = pageOf(readQuery(request, pageQuery))
  const { id } = await findNamespace(app, request)
  const rows = await app.database.run<{ name: string }>(
    asCaller(request, 'storage.iceberg.table.list', request.caller),
    {
      text: 'select name from storage.iceberg_tables where namespace_id = $1 and name > $2 order by name limit $3',
      values: [id, after, limit],
    },
  )
  const { page, ...next } = splitPage(
    rows.map(({ name }) => name),
    limit,
  )
  return { identifiers: page.map((name) => ({ namespace: [request.params.namespace], name })), ...next }
}
