import { useEnquiriesAccess } from '../enquiries/use-enquiries-access.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { type NavigationGroup, navigationFor } from './navigation.ts'

/** Where the person at the screen may go; undefined until it is known. */
export function useNavigationGroups(): NavigationGroup[] | undefined {
  const roles = useMyRoles()
  const readsEnquiries = useEnquiriesAccess()
  return roles && readsEnquiries !== undefined ? navigationFor(roles, readsEnquiries) : undefined
}
