import { useLocation, useSearchParams } from 'react-router'
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

/** Reads what a list is sorted by; its headings lead to where it is sorted by them. */
export function useSorting<Key extends string>(keys: readonly Key[]) {
  const [address] = useSearchParams()
  const { pathname } = useLocation()
  const linkTo = (by: string) => {
    const query = writeSorting(address, by).toString()
    return query === '' ? pathname : `${pathname}?${query}`
  }
  return { sorting: readSorting(address, keys), linkTo }
}
