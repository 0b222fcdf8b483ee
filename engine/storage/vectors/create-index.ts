import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { distanceMetrics } from './distance.ts'
import { vectorErrors } from './errors.ts'
import { indexName } from './wire.ts'

const MOST_DIMENSIONS = 4096

const body = z.object({
  vectorBucketName: z.string(),
  indexName,
  dataType: z.literal('float32'),
  dimension: z.number().int().min(1).max(MOST_DIMENSIONS),
  distanceMetric: z.enum(distanceMetrics),
  metadataConfiguration: z
    .object({
      nonFilterableMetadataKeys: z
        .array(z.string().min(1).max(63))
        .min(1)
        .max(10)
        .refine((keys) => new Set(keys).size === keys.length, 'must not name a key twice'),
    })
    .optional(),
})

export async function createIndex(app: FastifyInstance, request: FastifyRequest) {
  const asked = readBody(request, body)
  const most = app.vectorSettings.max_indexes
  await app.database.transaction(asEngine, async (tx) => {
    // Two at once take turns, so that both count right.
    const [bucket] = await tx.query('select from storage.buckets_vectors where id = $1 for update', [
      asked.vectorBucketName,
    ])
    if (!bucket) throw vectorErrors.notFound(asked.vectorBucketName)
    const there = await tx.query<{ name: string }>('select name from storage.vector_indexes where bucket_id = $1', [
      asked.vectorBucketName,
    ])
    if (there.some(({ name }) => name === asked.indexName)) throw vectorErrors.indexExists(asked.indexName)
    if (there.length >= most) throw vectorErrors.tooManyIndexes(most)
    await tx.query(
      `insert into storage.vector_indexes (bucket_id, name, data_type, dimension, distance_metric, metadata_configuration)
        values ($1, $2, $3, $4, $5, $6)`,
      [
        asked.vectorBucketName,
        asked.indexName,
        asked.dataType,
        asked.dimension,
        asked.distanceMetric,
        asked.metadataConfiguration === undefined ? null : JSON.stringify(asked.metadataConfiguration),
      ],
    )
  })
  return undefined
}
