import { ListChecks } from 'lucide-react'
import { useEnquiriesAccess } from '../enquiries/use-enquiries-access.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { recordsFor } from '../page/records.ts'
import { type SidebarGroup, type SidebarItem, sidebarItemsFor } from './sidebar-items-by-role.ts'

/** The navigation of the signed-in person; undefined until it is known. */
export function useSidebarItems(): SidebarGroup[] | undefined {
  const roles = useMyRoles()
  const readsEnquiries = useEnquiriesAccess()
  return roles && readsEnquiries !== undefined ? sidebarItemsFor(roles, readsEnquiries) : undefined
}

/** The dashboard leads to it, and the palette. */
const steps: SidebarItem = { to: '/dashboard/steps', label: 'Steps', Icon: ListChecks }

/** Every screen of the signed-in person, those of the sidebar first. */
export function useScreens(): SidebarItem[] {
  const roles = useMyRoles() ?? []
  return [...(useSidebarItems() ?? []).flatMap(({ items }) => items), steps, ...recordsFor(roles)]
}
