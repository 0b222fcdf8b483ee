import { useLocation, useSearchParams } from 'react-router'
import { readListParams, writeListParams } from './list-params.ts'

/** Reads and changes the search and page of a list. */
export function useListParams() {
  const [address, setAddress] = useSearchParams()
  const { pathname } = useLocation()

  return {
    ...readListParams(address),
    /**
     * A new search starts on its first page. The address replaces the history entry, so that Back does not step through
     * keystrokes.
     */
    searchFor: (search: string) =>
      setAddress((latest) => writeListParams(latest, { search, page: 1 }), { replace: true, preventScrollReset: true }),
    linkTo: (page: number) => {
      const query = writeListParams(address, { page }).toString()
      return query === '' ? pathname : `${pathname}?${query}`
    },
  }
}
