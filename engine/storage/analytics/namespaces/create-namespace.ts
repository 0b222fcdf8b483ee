import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../../http/body.ts'
import { asCaller } from '../../http/statements.ts'
import { findCatalog, type InCatalog } from '../catalog.ts'
import { isUniqueViolation } from '../database-refusals.ts'
import { icebergErrors } from '../errors.ts'
import { requireRoom } from '../limits.ts'
import { requireResourceName } from '../names.ts'

const body = z.object({
  // One level, as at the hosted catalog, which also takes it without the list.
  namespace: z.union([z.tuple([z.string()]), z.string().transform((name): [string] => [name])]),
  properties: z.record(z.string(), z.string()).nullish(),
})

/** POST /:prefix/namespaces */
export async function createNamespace(app: FastifyInstance, request: FastifyRequest<InCatalog>) {
  const { namespace, properties } = readBody(request, body)
  const [name] = namespace
  requireResourceName(name)
  const { prefix } = request.params
  const catalog = await findCatalog(app, request, prefix)
  const options = asCaller(request, 'storage.iceberg.namespace.create', request.caller)
  const insertion = app.database.transaction(options, async (tx) => {
    await tx.query(
      'insert into storage.iceberg_namespaces (catalog_id, bucket_name, name, metadata) values ($1, $2, $3, $4)',
      [catalog.id, prefix, name, JSON.stringify(properties ?? {})],
    )
    await requireRoom(tx, 'namespace', app.analyticsSettings.max_namespaces)
  })
  await insertion.catch((error) => {
    throw isUniqueViolation(error) ? icebergErrors.namespaceExists(name) : error
  })
  return { namespace, properties: properties ?? {} }
}
