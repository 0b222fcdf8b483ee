import type { FastifyInstance } from 'fastify'
import { readQuery } from '../http/body.ts'
import { asCaller } from '../http/statements.ts'
import { type Bucket, bucketColumns, bucketJson, findBucket } from './bucket.ts'
import { bucketListQuery, likeSearch } from './bucket-list.ts'

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
