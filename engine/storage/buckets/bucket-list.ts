import { z } from 'zod'
import { count } from '../http/body.ts'

/** Query parameters of the list of buckets: filter, order and page. */
export const bucketListQuery = z.object({
  limit: count.min(1).optional(),
  offset: count.default(0),
  search: z.string().optional(),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

/** An ILIKE pattern for names that contain the text, with its special characters escaped; null for any name. */
export const likeSearch = (search: string | undefined): string | null =>
  search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`
