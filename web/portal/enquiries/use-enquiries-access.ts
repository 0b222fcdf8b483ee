import { useMyProfile, useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin, type Role } from '../me/role.ts'

/** Whether the person may read the website's enquiries; undefined until it is known. */
export function useEnquiriesAccess(): boolean | undefined {
  const held = useMyRoles()
  const isSuper = isSuperAdmin(held ?? [])
  const isStaff = held?.some((role) => role !== 'user') ?? false
  const { data: profile, isPending } = useMyProfile()

  if (!held) return undefined
  if (isSuper || !isStaff) return isSuper
  return isPending ? undefined : (profile?.agencies?.answers_website ?? false)
}

/** Whether the person may manage the sources of enquiries; undefined until it is known. */
export function useSourcesAccess(): boolean | undefined {
  const held = useMyRoles() ?? []
  const reads = useEnquiriesAccess()
  return reads && mayDelete(held)
}

/** Only admins delete. Everybody who gets this far belongs to the agency that answers the website. */
export const mayDelete = (held: readonly Role[]) => held.some((role) => role !== 'user' && role !== 'agency_staff')
