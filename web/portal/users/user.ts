import { HOUR_MS } from '../../lib/elapsed-time.ts'
import type { UserProfile } from '../../lib/row-types.ts'
import { isAdminType, isSuperAdmin, type Role, roles } from '../me/role.ts'
import type { Person } from '../people/person.tsx'

/** A person with an account, their agency and their roles. */
export type User = Person &
  Pick<UserProfile, 'created_at' | 'agency_id' | 'deactivated_at'> & {
    roles: Role[]
    /** The name of the user's agency. */
    agency: string | null
    email: string | null
    lastSignIn: string | null
    /** The time of the latest invitation, until the person accepts it. */
    invitedAt: string | null
    /** The new address that is waiting for confirmation. */
    awaitedEmail: string | null
  }

/** The roles that a person may give to a user whom they add: up to their own. */
export function rolesToGive(held: readonly Role[]): Role[] {
  if (isSuperAdmin(held)) return [...roles]
  return roles.filter((role) => role !== 'super_admin' && (role !== 'admin' || held.includes('admin')))
}

/** The roles that a person may invite others to: below their own, and all for a super admin. */
export const rolesToInvite = (held: readonly Role[]): Role[] =>
  rolesToGive(held).filter(
    (role) => isSuperAdmin(held) || (role !== 'admin' && (role !== 'agency_admin' || held.includes('admin'))),
  )

/** The lifetime of an invitation's link in days, the same on hosted Supabase (`otp_expiry` in supabase/config.toml). */
export const INVITATION_DAYS = 1

export const expiryOf = (invitedAt: string) =>
  new Date(Date.parse(invitedAt) + INVITATION_DAYS * 24 * HOUR_MS).toISOString()

/** Whether the holder of these roles manages a person: one of a lower role, or for a super admin anybody else. */
export const looksAfter = (held: readonly Role[], myId: string, user: Pick<User, 'id' | 'roles'>) =>
  isAdminType(held) && user.id !== myId && user.roles.every((role) => rolesToInvite(held).includes(role))
