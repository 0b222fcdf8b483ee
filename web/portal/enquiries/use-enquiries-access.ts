import { useQuery } from '@tanstack/react-query'
import { useMe } from '../me/me.ts'
import { myAgencyQuery, myProfileQuery, useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin, type Role } from '../me/role.ts'

/** Whether the person at the screen reads what the website is asked; undefined until it is known. */
export function useEnquiriesAccess(): boolean | undefined {
  const held = useMyRoles()
  const isSuper = isSuperAdmin(held ?? [])
  const isStaff = held?.some((role) => role !== 'user') ?? false
  const { data: profile, isPending: isProfilePending } = useQuery(myProfileQuery(useMe().id))
  const agencyId = profile?.agency_id ?? ''
  const asksForAgency = isStaff && !isSuper && agencyId !== ''
  const { data: agency, isPending } = useQuery({ ...myAgencyQuery(agencyId), enabled: asksForAgency })

  if (!held) return undefined
  if (isSuper || !isStaff) return isSuper
  if (isProfilePending || (asksForAgency && isPending)) return undefined
  return agency?.answers_website ?? false
}

/** Deleting is for admins. Everybody whom this is asked of answers the website. */
export const mayDelete = (held: readonly Role[]) => held.some((role) => role !== 'user' && role !== 'agency_staff')
