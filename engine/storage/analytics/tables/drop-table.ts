import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readQuery } from '../../http/body.ts'
import { asCaller } from '../../http/statements.ts'
import type { OfTable } from '../catalog.ts'
import { icebergErrors } from '../errors.ts'
import { findTable } from './table.ts'
import { removeTableFiles } from './table-files.ts'

const query = z.object({
  // Python writes it with a capital.
  purgeRequested: z.enum(['true', 'false', 'True', 'False']).default('false'),
})

/** DELETE /:prefix/namespaces/:namespace/tables/:table. Its files stay unless the caller wants them gone as well. */
export async function dropTable(app: FastifyInstance, request: FastifyRequest<OfTable>, reply: FastifyReply) {
  const { purgeRequested } = readQuery(request, query)
  const { catalogId, table } = await findTable(app, request)
  const deleted = await app.database.run<{ location: string }>(
    asCaller(request, 'storage.iceberg.table.drop', request.caller),
    { text: 'delete from storage.iceberg_tables where id = $1 returning location', values: [table.id] },
  )
  const [gone] = deleted
  if (!gone) throw icebergErrors.noTable(request.params.namespace, request.params.table)
  if (purgeRequested.toLowerCase() === 'true') await removeTableFiles(app, catalogId, gone.location)
  return reply.code(204).send()
}
