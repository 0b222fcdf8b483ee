import { writeListParams } from './list-params.ts'

/**
 * The column and the direction by which a list is sorted; undefined means newest first. Kept in the address as `?sort=-name`.
 */
export type Sorting<Key extends string = string> = { by: Key; isDescending: boolean } | undefined

const SORT = 'sort'

/** Reads the sorting from the address; unknown columns are ignored. */
export function readSorting<Key extends string>(address: URLSearchParams, keys: readonly Key[]): Sorting<Key> {
  const [, minus, named] = /^(-?)(.*)$/.exec(address.get(SORT) ?? '') ?? []
  const by = keys.find((key) => key === named)
  return by && { by, isDescending: minus === '-' }
}

/** The address that sorts by a column: ascending, then descending, then by default; always from the first page. */
export function writeSorting(address: URLSearchParams, by: string): URLSearchParams {
  const next = writeListParams(address, { page: 1 })
  const before = next.get(SORT)
  if (before === `-${by}`) next.delete(SORT)
  else next.set(SORT, before === by ? `-${by}` : by)
  return next
}
