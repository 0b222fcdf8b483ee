import { fromBytes } from './values.ts'

/** What of vectors a caller wants to see. */
export type Wanted = { returnData?: boolean | undefined; returnMetadata?: boolean | undefined }

export type StoredVector = { key: string; data: Buffer | null; metadata: Record<string, unknown> | null }

/** Columns of engine.vectors; `$1` and `$2` are `wantedValues`. What is not wanted is not read. */
export const wantedColumns = 'key, case when $1 then data end as data, case when $2 then metadata end as metadata'

export const wantedValues = ({ returnData = false, returnMetadata = false }: Wanted) => [returnData, returnMetadata]

export const vectorJson = ({ key, data, metadata }: StoredVector) => ({
  key,
  data: data ? { float32: Array.from(fromBytes(data)) } : undefined,
  metadata: metadata ?? undefined,
})
