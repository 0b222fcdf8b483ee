import { z } from 'zod'

/** `[storage.vector]`: how many vector buckets there may be, how many indexes in each, and which are made at the start. */
export const vectorSection = z.looseObject({
  enabled: z.boolean().default(false),
  max_buckets: z.int().nonnegative().default(10),
  max_indexes: z.int().nonnegative().default(5),
  buckets: z.record(z.string(), z.looseObject({})).default({}),
})

export type VectorSection = z.output<typeof vectorSection>
