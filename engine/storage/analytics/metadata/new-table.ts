import { icebergErrors } from '../errors.ts'
import { withFreshIds } from './fresh-ids.ts'
import { type AskedSpec, checkSpec, FIRST_PARTITION_ID, withFieldIds } from './partition-spec.ts'
import { checkSchema, type Schema } from './schema.ts'
import { NO_SNAPSHOT } from './snapshot.ts'
import { type AskedOrder, checkOrder, UNSORTED } from './sort-order.ts'
import type { TableMetadata } from './table-metadata.ts'

export type NewTable = {
  uuid: string
  location: string
  schema: Schema
  spec?: AskedSpec | undefined
  order?: AskedOrder | undefined
  properties?: Record<string, string> | undefined
}

/** Properties that say of a table what its metadata says. */
const reserved = new Set([
  ...['format-version', 'uuid', 'snapshot-count', 'current-snapshot-summary', 'current-snapshot-id'],
  ...['current-snapshot-timestamp-ms', 'current-schema', 'default-partition-spec', 'default-sort-order'],
])

/** A table as nobody has written to it yet. */
export function emptyTable(uuid: string, location: string): TableMetadata {
  return {
    'format-version': 2,
    'table-uuid': uuid,
    location,
    'last-sequence-number': 0,
    'last-updated-ms': Date.now(),
    'last-column-id': 0,
    'current-schema-id': -1,
    schemas: [],
    'default-spec-id': -1,
    'partition-specs': [],
    'last-partition-id': FIRST_PARTITION_ID - 1,
    'default-sort-order-id': -1,
    'sort-orders': [],
    properties: {},
    'current-snapshot-id': NO_SNAPSHOT,
    refs: {},
    snapshots: [],
    statistics: [],
    'partition-statistics': [],
    'snapshot-log': [],
    'metadata-log': [],
  }
}

/** Its metadata. The catalog numbers the columns anew, so that they count from 1 whatever the client had. */
export function newTable({ uuid, location, schema: asked, spec, order, properties = {} }: NewTable): TableMetadata {
  requireVersion2(properties['format-version'])
  checkSchema(asked)
  const { schema, lastId, idOf } = withFreshIds(asked)

  const askedSpec = {
    fields: (spec?.fields ?? []).map(({ name, transform, 'source-id': source }) => ({
      ...{ name, transform },
      'source-id': idOf(source, 'partition field'),
    })),
  }
  checkSpec(askedSpec, schema)
  const empty = emptyTable(uuid, location)
  const { spec: firstSpec, lastId: lastPartitionId } = withFieldIds(askedSpec, 0, [], empty['last-partition-id'])

  const fields = (order?.fields ?? []).map((field) => ({
    ...field,
    'source-id': idOf(field['source-id'], 'sort field'),
  }))
  const firstOrder = { 'order-id': fields.length === 0 ? UNSORTED : 1, fields }
  checkOrder(firstOrder, schema)

  return {
    ...empty,
    'last-column-id': lastId,
    'current-schema-id': 0,
    schemas: [{ ...schema, 'schema-id': 0 }],
    'default-spec-id': 0,
    'partition-specs': [firstSpec],
    'last-partition-id': lastPartitionId,
    'default-sort-order-id': firstOrder['order-id'],
    'sort-orders': [firstOrder],
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !reserved.has(name))),
  }
}

function requireVersion2(asked = '2') {
  if (asked !== '2') throw icebergErrors.badRequest(`Unsupported format version: v${asked} (supported: v2)`)
}
