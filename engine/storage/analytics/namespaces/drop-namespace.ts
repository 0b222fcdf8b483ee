import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asCaller } from '../../http/statements.ts'
import { findNamespace, type InNamespace } from '../catalog.ts'
import { isForeignKeyViolation } from '../database-refusals.ts'
import { icebergErrors } from '../errors.ts'

/** DELETE /:prefix/namespaces/:namespace: one without tables. */
export async function dropNamespace(app: FastifyInstance, request: FastifyRequest<InNamespace>, reply: FastifyReply) {
  const { namespace } = request.params
  const { id } = await findNamespace(app, request)
  const deletion = app.database.run(asCaller(request, 'storage.iceberg.namespace.drop', request.caller), {
    text: 'delete from storage.iceberg_namespaces where id = $1 returning id',
    values: [id],
  })
  const deleted = await deletion.catch((error) => {
    throw isForeignKeyViolation(error) ? icebergErrors.namespaceNotEmpty(namespace) : error
  })
  if (deleted.length === 0) throw icebergErrors.noNamespace(namespace)
  return reply.code(204).send()
}
