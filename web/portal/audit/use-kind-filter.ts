import { useSearchParams } from 'react-router'
import { writeListParams } from '../list/list-params.ts'
import { isKindGroup, type KindGroup } from './audit-line.ts'

/** What kind of lines is looked at. It lives in the address beside the search and the page. */
export function useKindFilter(): [KindGroup | undefined, (chosen: string) => void] {
  const [address, setAddress] = useSearchParams()
  const kind = address.get('kind')

  function choose(chosen: string) {
    setAddress(
      (latest) => {
        const next = writeListParams(latest, { page: 1 })
        if (chosen === '') next.delete('kind')
        else next.set('kind', chosen)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [isKindGroup(kind) ? kind : undefined, choose]
}
