import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import type { TransactionOptions } from '../../database/database.ts'
import { storageErrors } from '../errors.ts'
import { asCaller, ownerOf } from '../http/caller-settings.ts'
import { readBody } from '../http/read-body.ts'
import { allowedMimeTypes, fileSizeLimit, parseFileSize, requireBucketName, requireMimeTypes } from './bucket-rules.ts'

const body = z.object({
  name: z.string(),
  id: z.string().nullish(),
  public: z.boolean().nullish(),
  type: z.enum(['STANDARD', 'ANALYTICS']).nullish(),
  versioning_status: z.enum(['DISABLED', 'ENABLED']).nullish(),
  file_size_limit: fileSizeLimit,
  allowed_mime_types: allowedMimeTypes,
})

/** POST /bucket */
export async function createBucket(app: FastifyInstance) {
  app.post('/bucket', async (request) => {
    const asked = readBody(request, body)
    if (asked.type === 'ANALYTICS') throw storageErrors.notEnabled('buckets of type ANALYTICS')
    if (asked.versioning_status === 'ENABLED') throw storageErrors.notEnabled('object versioning')
    const id = asked.id ?? asked.name
    requireBucketName(id)
    requireMimeTypes(asked.allowed_mime_types)
    const limit = parseFileSize(asked.file_size_limit, app.largestFile)
    await addBucket(app, asCaller(request, 'storage.bucket.create', request.caller), {
      ...asked,
      id,
      file_size_limit: limit,
      sub: request.caller.claims.sub,
    })
    return { name: asked.name }
  })
}

type NewBucket = Pick<z.infer<typeof body>, 'name'> &
  Partial<Pick<z.infer<typeof body>, 'id' | 'public' | 'allowed_mime_types'>> & {
    file_size_limit?: number | null | undefined
    /** The subject of the caller who creates the bucket. */
    sub: string | undefined
  }

export async function addBucket(app: FastifyInstance, options: TransactionOptions, bucket: NewBucket) {
  const { name, id = name } = bucket
  requireBucketName(name)
  const { owner, ownerId } = ownerOf(bucket.sub)
  const insertion = app.database.run(options, {
    text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      id,
      name,
      owner,
      ownerId,
      bucket.public ?? false,
      bucket.file_size_limit ?? null,
      bucket.allowed_mime_types ?? null,
    ],
  })
  await insertion.catch((error) => {
    throw error instanceof pg.DatabaseError && error.code === '23505' ? storageErrors.bucketExists() : error
  })
}
