import { writeListParams } from './list-params.ts'

/** What a list is sorted by, and which way; undefined is newest first. It lives in the address: `?sort=-name`. */
export type Sorting<Key extends string = string> = { by: Key; isDescending: boolean } | undefined

const SORT = 'sort'

/** By anything else than these nothing is sorted. */
export function readSorting<Key extends string>(address: URLSearchParams, keys: readonly Key[]): Sorting<Key> {
  const [, minus, named] = /^(-?)(.*)$/.exec(address.get(SORT) ?? '') ?? []
  const by = keys.find((key) => key === named)
  return by && { by, isDescending: minus === '-' }
}

/** The address where it is sorted by this: upwards, then downwards, then as ever; from the first page on. */
export function writeSorting(address: URLSearchParams, by: string): URLSearchParams {
  const next = writeListParams(address, { page: 1 })
  const before = next.get(SORT)
  if (before === `-${by}`) next.delete(SORT)
  else next.set(SORT, before === by ? `-${by}` : by)
  return next
}
