import type { Database } from '../../database/database.ts'
import { asEngine } from '../http/statements.ts'
import type { DistanceMetric } from './distance.ts'
import { vectorErrors } from './errors.ts'

/** A row of storage.vector_indexes. */
export type VectorIndex = {
  id: string
  dimension: number
  distance_metric: DistanceMetric
  metadata_configuration: { nonFilterableMetadataKeys: string[] } | null
  created_at: Date
}

export type IndexAddress = { vectorBucketName: string; indexName: string }

/** Throws `notFound`. */
export async function findIndex(database: Database, { vectorBucketName, indexName }: IndexAddress) {
  const [index] = await database.run<VectorIndex>(asEngine, {
    text: `select id, dimension, distance_metric, metadata_configuration, created_at
      from storage.vector_indexes where bucket_id = $1 and name = $2`,
    values: [vectorBucketName, indexName],
  })
  if (!index) throw vectorErrors.notFound(indexName)
  return index
}

/** Keys of metadata that are kept but cannot be asked for. */
export const unfilterableKeys = ({ metadata_configuration }: Pick<VectorIndex, 'metadata_configuration'>) =>
  new Set(metadata_configuration?.nonFilterableMetadataKeys)
