import type { Range } from '../parse/query.ts'

/**
 * The `Content-Range` header, as `0-9/100`: the range of rows returned and the total. An unknown number is `*`
 * (docs/wire/rest.md#ranges).
 */
export function contentRange(first: number, last: number, total: number | undefined): string {
  const rows = total !== 0 && first <= last ? `${first}-${last}` : '*'
  return `${rows}/${total ?? '*'}`
}

export function readStatus({ offset }: Range, rows: number, total: number | undefined): 200 | 206 | 416 {
  if (total === undefined) return 200
  if (offset > total) return 416
  return rows < total ? 206 : 200
}
