import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asCaller } from '../../http/statements.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../database-refusals.ts'
import { icebergErrors } from '../errors.ts'
import { requireRoom } from '../limits.ts'
import { stringifyWithLongs } from '../long-json.ts'
import type { TableMetadata } from '../metadata/table-metadata.ts'
import { unlessUnknown } from './commit-state.ts'
import { removeMetadata, writeMetadata } from './table-files.ts'

type Place = { catalogId: string; namespaceId: string; bucket: string; namespace: string; name: string }

/** Writes a new table down. Throws `tableExists` where somebody was faster, and where there are as many as there may be. */
export async function addTable(app: FastifyInstance, request: FastifyRequest, place: Place, metadata: TableMetadata) {
  const { catalogId, namespaceId, bucket, namespace, name } = place
  const metadataLocation = await writeMetadata(app, catalogId, metadata)
  const options = asCaller(request, 'storage.iceberg.table.create', request.caller)
  const insertion = app.database.transaction(options, async (tx) => {
    await tx.query(
      `insert into storage.iceberg_tables
          (namespace_id, catalog_id, bucket_name, name, location, metadata_location, metadata)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[namespaceId, catalogId, bucket, name],
        ...[metadata.location, metadataLocation, stringifyWithLongs(metadata)],
      ],
    )
    await requireRoom(tx, 'table', app.analyticsSettings.max_tables, namespaceId)
  })
  await insertion.catch(async (error: unknown) => {
    const refusal = unlessUnknown(error)
    await removeMetadata(app, catalogId, metadata, metadataLocation)
    if (isUniqueViolation(error)) throw icebergErrors.tableExists(namespace, name)
    throw isForeignKeyViolation(error) ? icebergErrors.noNamespace(namespace) : refusal
  })
  return { metadataLocation, metadata }
}
