import { restErrors } from '../errors.ts'
import type { Query, Range } from './query.ts'

const ROWS = /^(\d+)-(\d*)$/

/** The page of the root: `limit` and `offset`, narrowed for GET by the `Range` header (docs/wire/rest.md#ranges). */
export function rootRange(query: Query, method: string, header: string | undefined): Range {
  const asked = query.ranges.find(({ path }) => path.length === 0)?.value
  if (asked?.limit !== undefined && asked.limit < 0) {
    throw restErrors.invalidRange('Limit should be greater than or equal to zero.')
  }
  const rows = method === 'GET' && header !== undefined ? ROWS.exec(header) : null
  if (!rows) return asked ?? everything
  return asked?.limit === 0 ? asked : intersect(parseRows(rows), asked ?? everything)
}

const everything: Range = { offset: 0 }

function parseRows([, first, last]: RegExpExecArray): Range {
  const offset = Number(first)
  if (!last) return { offset }
  const limit = Number(last) - offset + 1
  if (limit > 0) return { offset, limit }
  throw restErrors.invalidRange(
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  )
}

function intersect(a: Range, b: Range): Range {
  const offset = Math.max(a.offset, b.offset)
  const end = Math.min(endOf(a), endOf(b))
  if (end === Number.POSITIVE_INFINITY) return { offset }
  if (end <= offset) throw restErrors.invalidRange('Limit should be greater than or equal to zero.')
  return { offset, limit: end - offset }
}

const endOf = ({ offset, limit }: Range) => (limit === undefined ? Number.POSITIVE_INFINITY : offset + limit)
