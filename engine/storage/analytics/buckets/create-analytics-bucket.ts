import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireBucketName } from '../../buckets/bucket-rules.ts'
import { storageErrors } from '../../errors.ts'
import { readBody } from '../../http/body.ts'
import { asCaller } from '../../http/statements.ts'
import { requireRoom } from '../limits.ts'
import { type AnalyticsBucket, bucketColumns, bucketJson } from './analytics-bucket.ts'

const body = z.object({ name: z.string() })

/** POST /bucket */
export async function createAnalyticsBucket(app: FastifyInstance, request: FastifyRequest) {
  return bucketJson(await addAnalyticsBucket(app, request, readBody(request, body).name))
}

/** As the caller, to whom row policies apply. Throws where there is one of this name, or as many as there may be. */
export async function addAnalyticsBucket(
  { database, analyticsSettings }: FastifyInstance,
  request: FastifyRequest,
  name: string,
) {
  requireBucketName(name)
  return database.transaction(asCaller(request, 'storage.bucket.create', request.caller), async (tx) => {
    const [bucket] = await tx.query<AnalyticsBucket>(
      `insert into storage.buckets_analytics (name) values ($1) on conflict (name) do nothing returning ${bucketColumns}`,
      [name],
    )
    if (!bucket) throw storageErrors.bucketExists()
    await requireRoom(tx, 'catalog', analyticsSettings.max_catalogs)
    return bucket
  })
}
