import { useEnquiriesAccess } from '../enquiries/use-enquiries-access.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { recordsFor } from '../page/records.ts'
import { type NavigationGroup, type NavigationItem, navigationFor } from './navigation.ts'

/** The navigation of the signed-in person; undefined until it is known. */
export function useNavigationGroups(): NavigationGroup[] | undefined {
  const roles = useMyRoles()
  const readsEnquiries = useEnquiriesAccess()
  return roles && readsEnquiries !== undefined ? navigationFor(roles, readsEnquiries) : undefined
}

/** Every screen of the signed-in person, those of the sidebar first. */
export function useScreens(): NavigationItem[] {
  const roles = useMyRoles() ?? []
  return [...(useNavigationGroups() ?? []).flatMap(({ items }) => items), ...recordsFor(roles)]
}
