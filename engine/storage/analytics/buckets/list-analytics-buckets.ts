import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bucketListQuery, likeSearch } from '../../buckets/bucket-list.ts'
import { readQuery } from '../../http/body.ts'
import { asCaller } from '../../http/statements.ts'
import { type AnalyticsBucket, bucketColumns, bucketJson } from './analytics-bucket.ts'

/** GET /bucket */
export async function listAnalyticsBuckets(app: FastifyInstance, request: FastifyRequest) {
  const { limit, offset, search, sortColumn, sortOrder } = readQuery(request, bucketListQuery)
  const buckets = await app.database.run<AnalyticsBucket>(asCaller(request, 'storage.bucket.list', request.caller), {
    // The words of the order are from the lists of the query, never the caller's; the name is the id here.
    text: `select ${bucketColumns} from storage.buckets_analytics where $1::text is null or name ilike $1
      order by ${sortColumn === 'id' ? 'name' : sortColumn} ${sortOrder}, name limit $2 offset $3`,
    values: [likeSearch(search), limit ?? null, offset],
  })
  return buckets.map(bucketJson)
}
