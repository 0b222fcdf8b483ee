import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { vectorErrors } from './errors.ts'
import { inSeconds } from './wire.ts'

const body = z.object({ vectorBucketName: z.string() })

export async function getVectorBucket(app: FastifyInstance, request: FastifyRequest) {
  const { vectorBucketName } = readBody(request, body)
  const [bucket] = await app.database.run<{ created_at: Date }>(asEngine, {
    text: 'select created_at from storage.buckets_vectors where id = $1',
    values: [vectorBucketName],
  })
  if (!bucket) throw vectorErrors.notFound(vectorBucketName)
  return { vectorBucket: { vectorBucketName, creationTime: inSeconds(bucket.created_at) } }
}
