import { useLocation, useSearchParams } from 'react-router'
import { writeListParams } from '../list/list-params.ts'

/** Whether the messages that look like a robot's are being looked at. It lives in the address, like the search. */
export function useSetAside() {
  const [address] = useSearchParams()
  const { pathname } = useLocation()

  function linkTo(isSetAside: boolean) {
    const next = writeListParams(address, { page: 1 })
    if (isSetAside) next.set('show', SET_ASIDE)
    else next.delete('show')
    const query = next.toString()
    return query === '' ? pathname : `${pathname}?${query}`
  }

  return { isSetAside: address.get('show') === SET_ASIDE, linkTo }
}

const SET_ASIDE = 'set-aside'
