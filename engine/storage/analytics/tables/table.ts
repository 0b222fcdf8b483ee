import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asCaller } from '../../http/statements.ts'
import type { OfTable } from '../catalog.ts'
import { icebergErrors } from '../errors.ts'
import { parseWithLongs } from '../long-json.ts'
import { type TableMetadata, tableMetadata } from '../metadata/table-metadata.ts'

/** A row of storage.iceberg_tables. */
export type Table = { id: string; metadataLocation: string; metadata: TableMetadata }

export type Place = { catalogId: string; namespaceId: string; table: Table | undefined }

type Found = {
  catalog_id: string
  namespace_id: string | null
  id: string | null
  metadata_location: string | null
  /** As text: its ids are longer than a JavaScript number. */
  metadata: string | null
}

/** The table of an address, and where it is or would be. Throws `noWarehouse` or `noNamespace`. */
export async function findPlace({ database }: FastifyInstance, request: FastifyRequest<OfTable>): Promise<Place> {
  const { prefix, namespace, table } = request.params
  const [found] = await database.run<Found>(asCaller(request, 'storage.iceberg.table.get', request.caller), {
    text: `select c.id as catalog_id, n.id as namespace_id, t.id, t.metadata_location, t.metadata::text
      from storage.buckets_analytics c
      left join storage.iceberg_namespaces n on n.catalog_id = c.id and n.name = $2
      left join storage.iceberg_tables t on t.namespace_id = n.id and t.name = $3
      where c.name = $1`,
    values: [prefix, namespace, table],
  })
  if (!found) throw icebergErrors.noWarehouse(prefix)
  if (found.namespace_id === null) throw icebergErrors.noNamespace(namespace)
  return { catalogId: found.catalog_id, namespaceId: found.namespace_id, table: tableOf(found) }
}

/** Throws `noTable` too. */
export async function findTable(app: FastifyInstance, request: FastifyRequest<OfTable>) {
  const { table, ...place } = await findPlace(app, request)
  if (!table) throw icebergErrors.noTable(request.params.namespace, request.params.table)
  return { ...place, table }
}

function tableOf({ id, metadata_location: metadataLocation, metadata }: Found): Table | undefined {
  if (id === null || metadataLocation === null || metadata === null) return undefined
  return { id, metadataLocation, metadata: tableMetadata.parse(parseWithLongs(metadata)) }
}

/** As the API shows it. */
export const tableJson = ({ metadataLocation, metadata }: Omit<Table, 'id'>) => ({
  'metadata-location': metadataLocation,
  metadata,
  config: {},
})
