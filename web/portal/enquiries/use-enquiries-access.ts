import { useMyProfile, useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin, type Role } from '../me/role.ts'

/** Whether the person at the screen reads what the website is asked; undefined until it is known. */
export function useEnquiriesAccess(): boolean | undefined {
  const held = useMyRoles()
  const isSuper = isSuperAdmin(held ?? [])
  const isStaff = held?.some((role) => role !== 'user') ?? false
  const { data: profile, isPending } = useMyProfile()

  if (!held) return undefined
  if (isSuper || !isStaff) return isSuper
  return isPending ? undefined : (profile?.agencies?.answers_website ?? false)
}

/** Deleting is for admins. Everybody whom this is asked of answers the website. */
export const mayDelete = (held: readonly Role[]) => held.some((role) => role !== 'user' && role !== 'agency_staff')
