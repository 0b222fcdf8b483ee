import { z } from 'zod'
import { partitionSpec } from '../metadata/partition-spec.ts'
import { schema } from '../metadata/schema.ts'
import { sortOrder } from '../metadata/sort-order.ts'

/** What a client says of a table that it wants. */
export const creation = z.object({
  name: z.string(),
  location: z.string().nullish(),
  schema,
  'partition-spec': partitionSpec.nullish(),
  'write-order': sortOrder.nullish(),
  'stage-create': z.boolean().nullish(),
  properties: z.record(z.string(), z.string()).nullish(),
})
