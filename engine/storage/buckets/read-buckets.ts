import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { asCaller } from '../http/caller-settings.ts'
import { count, readQuery } from '../http/read-body.ts'
import { type Bucket, bucketColumns, bucketJson, findBucket } from './bucket-rows.ts'

/** Query parameters of the list of buckets: filter, order and page. */
const bucketListQuery = z.object({
  limit: count.min(1).optional(),
  offset: count.default(0),
  search: z.string().optional(),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

/** GET /bucket and /bucket/:id: the buckets that the caller may see. */
export async function readBuckets(app: FastifyInstance) {
  app.get<{ Params: { id: string } }>('/bucket/:id', { exposeHeadRoute: false }, async (request) => {
    const options = asCaller(request, 'storage.bucket.get', request.caller)
    return bucketJson(await findBucket(app.database, options, request.params.id))
  })

  app.get('/bucket', { exposeHeadRoute: false }, async (request) => {
    const { limit, offset, search, sortColumn, sortOrder } = readQuery(request, bucketListQuery)
    const buckets = await app.database.run<Bucket>(asCaller(request, 'storage.bucket.list', request.caller), {
      // The order's words come from the enums above, never from the caller.
      text: `select ${bucketColumns} from storage.buckets where $1::text is null or name ilike $1
        order by ${sortColumn} ${sortOrder}, id limit $2 offset $3`,
      values: [likeSearch(search), limit ?? null, offset],
    })
    return buckets.map((bucket) => ({ ...bucketJson(bucket), type: bucket.type }))
  })
}

/** An ILIKE pattern for names that contain the text, with its special characters escaped; null for any name. */
const likeSearch = (search: string | undefined): string | null =>
  search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`
