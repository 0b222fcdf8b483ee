import { z } from 'zod'
import { icebergErrors } from './errors.ts'

/** How much of a list is asked for. All of it, unless the caller names a size or a token: an empty one means the first page. */
export const pageQuery = z.object({
  pageToken: z.string().optional(),
  pageSize: z.coerce.number().int().min(1).max(1000).optional(),
})
type PageQuery = z.infer<typeof pageQuery>

const DEFAULT_SIZE = 100

/** For SQL: the names after `after`, and at most `limit` of them: one more than the page, to see whether there are others. */
export function pageOf({ pageToken, pageSize }: PageQuery): { after: string; limit: number | null } {
  const isPaged = pageToken !== undefined || pageSize !== undefined
  return { after: nameIn(pageToken ?? ''), limit: isPaged ? (pageSize ?? DEFAULT_SIZE) + 1 : null }
}

/** The page, and the token for the next one where there is one. */
export function splitPage(names: readonly string[], limit: number | null) {
  if (limit === null || names.length < limit) return { page: names }
  const page = names.slice(0, limit - 1)
  return { page, 'next-page-token': Buffer.from(page.at(-1) ?? '').toString('base64url') }
}

function nameIn(token: string): string {
  const name = Buffer.from(token, 'base64url').toString()
  if (name.includes('\0')) throw icebergErrors.badRequest('Invalid page token')
  return name
}
