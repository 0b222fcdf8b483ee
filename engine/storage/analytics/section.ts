import { z } from 'zod'

/** `[storage.analytics]`: how many catalogs, namespaces and tables of a namespace there may be, and which are made at the start. */
export const analyticsSection = z.looseObject({
  enabled: z.boolean().default(false),
  max_catalogs: z.int().nonnegative().default(2),
  max_namespaces: z.int().nonnegative().default(5),
  max_tables: z.int().nonnegative().default(10),
  buckets: z.record(z.string(), z.looseObject({})).default({}),
})

export type AnalyticsSection = z.output<typeof analyticsSection>
