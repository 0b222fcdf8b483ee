import { z } from 'zod'
import { count } from '../http/body.ts'

/** Which buckets a list is asked for, and in which order. */
export const bucketListQuery = z.object({
  limit: count.min(1).optional(),
  offset: count.default(0),
  search: z.string().optional(),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

/** What names must be like to hold the text, whatever characters it has; null for any. */
export const likeSearch = (search: string | undefined): string | null =>
  search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`
