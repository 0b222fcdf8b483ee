import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { storageErrors } from '../errors.ts'
import { asCaller } from '../http/caller-settings.ts'
import { readBody } from '../http/read-body.ts'
import { allowedMimeTypes, fileSizeLimit, parseFileSize, requireMimeTypes } from './bucket-rules.ts'

/** The client also sends id and name, which cannot be changed. */
const body = z
  .object({
    public: z.boolean().optional(),
    file_size_limit: fileSizeLimit,
    allowed_mime_types: allowedMimeTypes,
    versioning_status: z.enum(['ENABLED', 'SUSPENDED']).optional(),
  })
  .refine((asked) => Object.values(asked).some((value) => value !== undefined), 'must name something to change')

/** PUT /bucket/:id: changes whether the bucket is public, its size limit and its allowed media types. */
export async function updateBucket(app: FastifyInstance) {
  app.put<{ Params: { id: string } }>('/bucket/:id', async (request) => {
    const asked = readBody(request, body)
    if (asked.versioning_status !== undefined) throw storageErrors.notEnabled('object versioning')
    requireMimeTypes(asked.allowed_mime_types)
    const limit = parseFileSize(asked.file_size_limit, app.largestFile)
    const options = asCaller(request, 'storage.bucket.update', request.caller)
    const updated = await app.database.run(options, {
      text: `update storage.buckets set
          public = coalesce($2, public),
          file_size_limit = case when $3 then $4 else file_size_limit end,
          allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
          updated_at = now()
        where id = $1 returning id`,
      values: [
        request.params.id,
        asked.public ?? null,
        limit !== undefined,
        limit ?? null,
        asked.allowed_mime_types !== undefined,
        asked.allowed_mime_types ?? null,
      ],
    })
    if (updated.length === 0) throw storageErrors.noBucket()
    return { message: 'Successfully updated' }
  })
}
