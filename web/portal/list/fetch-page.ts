import { RequestError } from '../../lib/errors.ts'

/** As many rows as a screenful or two; further ones are further pages. */
export const PAGE_SIZE = 50

export type ListPage<Row> = { rows: Row[]; count: number; page: number }

export type Answer<Row> = { status: number; count: number | null } & (
  | { data: Row[]; error: null }
  | { data: unknown; error: { message: string; code: string } }
)

/**
 * Reads one page of a list and how many rows there are in all. A page that is no longer there,
 * because rows were deleted or somebody wrote its number by hand, gives the last one instead.
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

/** PostgREST's code for a range that begins after the last row. */
const PAST_THE_END = 'PGRST103'
