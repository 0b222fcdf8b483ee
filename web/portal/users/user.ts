import { HOUR_MS } from '../../lib/passed-time.ts'
import type { UserProfile } from '../../lib/rows.ts'
import { isAdminType, isSuperAdmin, type Role, roles } from '../me/role.ts'
import type { Person } from '../people/person.tsx'

/** Somebody with an account, since when, where they work and what they may do. */
export type User = Person &
  Pick<UserProfile, 'created_at' | 'agency_id' | 'deactivated_at'> & {
    roles: Role[]
    /** The name of their agency. */
    agency: string | null
    email: string | null
    lastSignIn: string | null
    /** When they were invited last, as long as they have not come. */
    invitedAt: string | null
    /** The address that is to confirm that it is theirs. */
    awaitedEmail: string | null
  }

/** The roles that somebody may give to a user they add: those up to their own kind. */
export function rolesToGive(held: readonly Role[]): Role[] {
  if (isSuperAdmin(held)) return [...roles]
  return roles.filter((role) => role !== 'super_admin' && (role !== 'admin' || held.includes('admin')))
}

/** The roles that somebody may invite others to: those below their own kind, and all for a super admin. */
export const rolesToInvite = (held: readonly Role[]): Role[] =>
  rolesToGive(held).filter(
    (role) => isSuperAdmin(held) || (role !== 'admin' && (role !== 'agency_admin' || held.includes('admin'))),
  )

/** How long the link of an invitation can be opened, on hosted Supabase too (`otp_expiry` in supabase/config.toml). */
export const INVITATION_DAYS = 1

export const expiryOf = (invitedAt: string) =>
  new Date(Date.parse(invitedAt) + INVITATION_DAYS * 24 * HOUR_MS).toISOString()

/** Whether the holder of these roles looks after somebody: who is below their own kind, or anybody else for a super admin. */
export const looksAfter = (held: readonly Role[], myId: string, user: Pick<User, 'id' | 'roles'>) =>
  isAdminType(held) && user.id !== myId && user.roles.every((role) => rolesToInvite(held).includes(role))

/** In the address of the list: who is to be deactivated, as somebody said elsewhere. */
export const DEACTIVATE = 'deactivate'

/** Whether they may deactivate somebody: whom they look after, who has come and is still there. */
export const mayLeave = (
  held: readonly Role[],
  myId: string,
  user: Pick<User, 'id' | 'roles' | 'deactivated_at' | 'invitedAt'>,
) => looksAfter(held, myId, user) && user.deactivated_at === null && user.invitedAt === null
