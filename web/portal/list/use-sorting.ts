import { useLocation, useSearchParams } from 'react-router'
import { readSorting, writeSorting } from './sorting.ts'

/** Reads the sorting of a list and gives its headings the links that change it. */
export function useSorting<Key extends string>(keys: readonly Key[]) {
  const [address] = useSearchParams()
  const { pathname } = useLocation()
  const linkTo = (by: string) => {
    const query = writeSorting(address, by).toString()
    return query === '' ? pathname : `${pathname}?${query}`
  }
  return { sorting: readSorting(address, keys), linkTo }
}
