import { useLocation, useSearchParams } from 'react-router'
import { readListParams, writeListParams } from './list-params.ts'

/** Reads and changes what of a list is being looked at. */
export function useListParams() {
  const [address, setAddress] = useSearchParams()
  const { pathname } = useLocation()

  return {
    ...readListParams(address),
    /** A new search begins on its first page; it replaces the entry in the history, where no keystroke belongs. */
    searchFor: (search: string) =>
      setAddress((latest) => writeListParams(latest, { search, page: 1 }), { replace: true, preventScrollReset: true }),
    linkTo: (page: number) => {
      const query = writeListParams(address, { page }).toString()
      return query === '' ? pathname : `${pathname}?${query}`
    },
  }
}
