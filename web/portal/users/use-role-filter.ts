import { useSearchParams } from 'react-router'
import { writeListParams } from '../list/list-params.ts'
import { type Role, roles } from '../me/role.ts'

/** The role that the list is limited to. It lives in the address beside the search and the page. */
export function useRoleFilter(): [Role | undefined, (chosen: string) => void] {
  const [address, setAddress] = useSearchParams()
  const role = roles.find((known) => known === address.get('role'))

  function choose(chosen: string) {
    setAddress(
      (latest) => {
        const next = writeListParams(latest, { page: 1 })
        if (chosen === '') next.delete('role')
        else next.set('role', chosen)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [role, choose]
}
