import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readBody } from '../../http/body.ts'
import { findNamespace, type InNamespace } from '../catalog.ts'
import { icebergErrors } from '../errors.ts'
import { newTable } from '../metadata/new-table.ts'
import { requireResourceName } from '../names.ts'
import { addTable } from './add-table.ts'
import { creation } from './creation.ts'
import { tableJson } from './table.ts'
import { parseTableBody } from './table-body.ts'
import { newLocation } from './table-files.ts'

/** POST /:prefix/namespaces/:namespace/tables. A staged table is only described; the commit that creates it comes later. */
export async function createTable(app: FastifyInstance, request: FastifyRequest<InNamespace>) {
  const asked = readBody(request, creation, parseTableBody)
  requireResourceName(asked.name)
  if (asked.location != null) throw icebergErrors.badRequest('The catalog decides where tables lie')

  const { id: namespaceId, catalogId } = await findNamespace(app, request)
  const uuid = randomUUID()
  const metadata = newTable({
    uuid,
    location: newLocation(app, catalogId, uuid),
    schema: asked.schema,
    spec: asked['partition-spec'] ?? undefined,
    order: asked['write-order'] ?? undefined,
    properties: asked.properties ?? undefined,
  })
  if (asked['stage-create']) return { metadata, config: {} }

  const { prefix: bucket, namespace } = request.params
  const place = { catalogId, namespaceId, bucket, namespace, name: asked.name }
  return tableJson(await addTable(app, request, place, metadata))
}
