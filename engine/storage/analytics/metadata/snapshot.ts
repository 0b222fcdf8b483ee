import { z } from 'zod'
import { long } from './long.ts'

/** What a table held at a moment. Whatever else a client says of it is kept. */
export const snapshot = z.looseObject({
  'snapshot-id': long,
  'parent-snapshot-id': long.nullish(),
  'sequence-number': long,
  'timestamp-ms': long,
  'manifest-list': z.string(),
  summary: z.looseObject({ operation: z.enum(['append', 'replace', 'overwrite', 'delete']) }),
  'schema-id': z.int().nullish(),
})
export type Snapshot = z.infer<typeof snapshot>

/** A branch or a tag. `main` is what readers see who ask for nothing else. */
export const snapshotRef = z.object({
  type: z.enum(['branch', 'tag']),
  'snapshot-id': long,
  'max-ref-age-ms': long.nullish(),
  'max-snapshot-age-ms': long.nullish(),
  'min-snapshots-to-keep': z.int().nullish(),
})
export type SnapshotRef = z.infer<typeof snapshotRef>

/** Names a file of statistics, which writers make and readers may use. */
export const statisticsFile = z.looseObject({ 'snapshot-id': long, 'statistics-path': z.string() })

export const MAIN = 'main'
/** Stands for none where a table has no snapshot yet. */
export const NO_SNAPSHOT = -1
