import { z } from 'zod'
import { long } from './long.ts'
import { partitionSpec } from './partition-spec.ts'
import { schema } from './schema.ts'
import { snapshot, snapshotRef, statisticsFile } from './snapshot.ts'
import { sortOrder } from './sort-order.ts'

const texts = z.record(z.string(), z.string())

/** A step of a commit. Where the number of a schema, a spec or an order is -1, the one added last is meant. */
export const update = z.discriminatedUnion('action', [
  z.object({ action: z.literal('assign-uuid'), uuid: z.guid() }),
  z.object({ action: z.literal('upgrade-format-version'), 'format-version': z.int() }),
  z.object({ action: z.literal('add-schema'), schema }),
  z.object({ action: z.literal('set-current-schema'), 'schema-id': z.int() }),
  z.object({ action: z.literal('remove-schemas'), 'schema-ids': z.array(z.int()) }),
  z.object({ action: z.literal('add-spec'), spec: partitionSpec }),
  z.object({ action: z.literal('set-default-spec'), 'spec-id': z.int() }),
  z.object({ action: z.literal('remove-partition-specs'), 'spec-ids': z.array(z.int()) }),
  z.object({ action: z.literal('add-sort-order'), 'sort-order': sortOrder }),
  z.object({ action: z.literal('set-default-sort-order'), 'sort-order-id': z.int() }),
  z.object({ action: z.literal('add-snapshot'), snapshot }),
  z.object({ action: z.literal('remove-snapshots'), 'snapshot-ids': z.array(long) }),
  snapshotRef.extend({ action: z.literal('set-snapshot-ref'), 'ref-name': z.string().min(1) }),
  z.object({ action: z.literal('remove-snapshot-ref'), 'ref-name': z.string() }),
  z.object({ action: z.literal('set-location'), location: z.string() }),
  z.object({ action: z.literal('set-properties'), updates: texts }),
  z.object({ action: z.literal('remove-properties'), removals: z.array(z.string()) }),
  z.object({ action: z.literal('set-statistics'), statistics: statisticsFile }),
  z.object({ action: z.literal('remove-statistics'), 'snapshot-id': long }),
  z.object({ action: z.literal('set-partition-statistics'), 'partition-statistics': statisticsFile }),
  z.object({ action: z.literal('remove-partition-statistics'), 'snapshot-id': long }),
])
export type Update = z.infer<typeof update>
