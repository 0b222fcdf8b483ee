import { z } from 'zod'
import { long } from './long.ts'
import { partitionSpec } from './partition-spec.ts'
import { schema } from './schema.ts'
import { snapshot, snapshotRef, statisticsFile } from './snapshot.ts'
import { sortOrder } from './sort-order.ts'

const logged = { 'timestamp-ms': long }

/** The metadata of a table, version 2 of the format: all that a reader needs to find its rows. */
export const tableMetadata = z.object({
  'format-version': z.literal(2),
  'table-uuid': z.string(),
  location: z.string(),
  'last-sequence-number': long,
  'last-updated-ms': long,
  'last-column-id': z.int(),
  'current-schema-id': z.int(),
  schemas: z.array(schema.extend({ 'schema-id': z.int() })),
  'default-spec-id': z.int(),
  'partition-specs': z.array(
    partitionSpec.extend({
      'spec-id': z.int(),
      fields: z.array(z.object({ 'source-id': z.int(), 'field-id': z.int(), name: z.string(), transform: z.string() })),
    }),
  ),
  'last-partition-id': z.int(),
  'default-sort-order-id': z.int(),
  'sort-orders': z.array(sortOrder.extend({ 'order-id': z.int() })),
  properties: z.record(z.string(), z.string()),
  'current-snapshot-id': long,
  refs: z.record(z.string(), snapshotRef),
  snapshots: z.array(snapshot),
  statistics: z.array(statisticsFile),
  'partition-statistics': z.array(statisticsFile),
  'snapshot-log': z.array(z.object({ 'snapshot-id': long, ...logged })),
  'metadata-log': z.array(z.object({ 'metadata-file': z.string(), ...logged })),
})
export type TableMetadata = z.infer<typeof tableMetadata>
