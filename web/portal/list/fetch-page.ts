import { RequestError } from '../../lib/errors.ts'

/** The number of rows of a page: one or two screens full. */
export const PAGE_SIZE = 50

export type ListPage<Row> = { rows: Row[]; count: number; page: number }

export type Answer<Row> = { status: number; count: number | null } & (
  | { data: Row[]; error: null }
  | { data: unknown; error: { message: string; code: string } }
)

/**
 * Reads one page of a list and the count of all rows. A page that does not exist, because rows were deleted or its number
 * was typed by hand, gives the last page instead.
 */
export async function fetchPage<Row>(
  page: number,
  read: (from: number, to: number) => PromiseLike<Answer<Row>>,
): Promise<ListPage<Row>> {
  const from = (page - 1) * PAGE_SIZE
  const answer = await read(from, from + PAGE_SIZE - 1)
  if (answer.error) {
    if (answer.error.code === PAST_THE_END && page > 1) return fetchPage(1, read)
    throw new RequestError({ ...answer.error, status: answer.status })
  }
  const count = answer.count ?? answer.data.length
  if (answer.data.length === 0 && page > 1) return fetchPage(lastPageBefore(page, count), read)
  return { rows: answer.data, count, page }
}

const lastPageBefore = (page: number, count: number) => Math.max(1, Math.min(page - 1, Math.ceil(count / PAGE_SIZE)))

/** PostgREST's error code for a range that begins after the last row. */
const PAST_THE_END = 'PGRST103'
