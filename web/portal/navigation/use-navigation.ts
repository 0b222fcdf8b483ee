import { useEnquiriesAccess } from '../enquiries/use-enquiries-access.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { type NavigationGroup, navigationFor } from './navigation.ts'

/** The navigation of the signed-in person; undefined until it is known. */
export function useNavigationGroups(): NavigationGroup[] | undefined {
  const roles = useMyRoles()
  const readsEnquiries = useEnquiriesAccess()
  return roles && readsEnquiries !== undefined ? navigationFor(roles, readsEnquiries) : undefined
}
