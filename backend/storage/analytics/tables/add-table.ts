import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asCaller } from '../../http/statements.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../database-refusals.ts'
import { icebergErrors } from '../errors.ts'
import { stringifyWithLongs } from '../long-json.ts'
import type { TableMetadata } from '../metadata/table-metadata.ts'
import { unlessUnknown } from './commit-state.ts'
import { removeMetadata, writeMetadata } from './table-files.ts'

type Place = { catalogId: string; namespaceId: string; bucket: string; namespace: string; name: string }

/** Writes a new table down. Throws `tableExists` where somebody was faster. */
export async function addTable(app: FastifyInstance, request: FastifyRequest, place: Place, metadata: TableMetadata) {
  const { catalogId, namespaceId, bucket, namespace, name } = place
  const metadataLocation = await writeMetadata(app, catalogId, metadata)
  const insertion = app.database.run(asCaller(request, 'storage.iceberg.table.create', request.caller), {
    text: `insert into storage.iceberg_tables
        (namespace_id, catalog_id, bucket_name, name, location, metadata_location, metadata)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      ...[namespaceId, catalogId, bucket, name],
      ...[metadata.location, metadataLocation, stringifyWithLongs(metadata)],
    ],
  })
  await insertion.catch(async (error: unknown) => {
    const refusal = unlessUnknown(error)
    await removeMetadata(app, catalogId, metadata, metadataLocation)
    if (isUniqueViolation(error)) throw icebergErrors.tableExists(namespace, name)
    throw isForeignKeyViolation(error) ? icebergErrors.noNamespace(namespace) : refusal
  })
  return { metadataLocation, metadata }
}
