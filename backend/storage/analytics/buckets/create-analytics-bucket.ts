import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireBucketName } from '../../buckets/bucket-rules.ts'
import { storageErrors } from '../../errors.ts'
import { readBody } from '../../http/body.ts'
import { asCaller } from '../../http/statements.ts'
import { type AnalyticsBucket, bucketColumns, bucketJson } from './analytics-bucket.ts'

const body = z.object({ name: z.string() })

/** POST /bucket */
export async function createAnalyticsBucket(app: FastifyInstance, request: FastifyRequest) {
  return bucketJson(await addAnalyticsBucket(app, request, readBody(request, body).name))
}

/** As the caller, to whom row policies apply. Throws where there is one of this name. */
export async function addAnalyticsBucket({ database }: FastifyInstance, request: FastifyRequest, name: string) {
  requireBucketName(name)
  const [bucket] = await database.run<AnalyticsBucket>(asCaller(request, 'storage.bucket.create', request.caller), {
    text: `insert into storage.buckets_analytics (name) values ($1) on conflict (name) do nothing
      returning ${bucketColumns}`,
    values: [name],
  })
  if (!bucket) throw storageErrors.bucketExists()
  return bucket
}
