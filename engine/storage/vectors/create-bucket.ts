import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireBucketName } from '../buckets/bucket-rules.ts'
import { readBody } from '../http/body.ts'
import { asEngine } from '../http/statements.ts'
import { vectorErrors } from './errors.ts'

const body = z.object({ vectorBucketName: z.string() })

export async function createVectorBucket(app: FastifyInstance, request: FastifyRequest) {
  const { vectorBucketName: name } = readBody(request, body)
  requireBucketName(name)
  const most = app.vectorSettings.max_buckets
  await app.database.transaction(asEngine, async (tx) => {
    // Two at once take turns, so that both count right.
    await tx.query('lock table storage.buckets_vectors in share row exclusive mode')
    const there = await tx.query<{ id: string }>('select id from storage.buckets_vectors')
    if (there.some(({ id }) => id === name)) throw vectorErrors.bucketExists(name)
    if (there.length >= most) throw vectorErrors.tooManyBuckets(most)
    await tx.query('insert into storage.buckets_vectors (id) values ($1)', [name])
  })
  return undefined
}
