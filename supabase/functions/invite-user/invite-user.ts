import { accountField } from '../_shared/account-field.ts'
import type { Caller } from '../_shared/caller.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'
import {
  type AgencyStore,
  mayGrant,
  type Placement,
  requireGrantingRole,
  requirePlacement,
} from '../_shared/placement.ts'
import type { Role } from '../_shared/roles.ts'

type PendingInvitation = { id: string; agencyId: string | null; roles: Role[] }

/** The interface to accounts and invitations, which tests replace. */
export interface InvitationStore extends AgencyStore {
  /**
   * Finds the pending invitation of an email address. Throws if the person has accepted, or has an account otherwise.
   */
  findInvitation(email: string): Promise<PendingInvitation | undefined>
  /** Ends sessions that were opened by the earlier invitation link. */
  reopen(personId: string): Promise<void>
  /** Sends the invitation and returns the person's id. */
  invite(person: { email: string; name: string }): Promise<string>
  /** Replaces agency and role in one step; false if they have changed since `seen` was read. */
  place(seen: PendingInvitation, place: Placement): Promise<boolean>
  /** Removes the account of a new invitation, unless somebody else has placed the person. */
  removeUnplaced(personId: string): Promise<void>
}

const MAX_PLACING_ATTEMPTS = 5

/**
 * Invites a colleague by mail, completely or not at all. A pending invitation is replaced by a new link, and the newer
 * agency and role count.
 */
export async function inviteUser(caller: Caller, fields: Fields, people: InvitationStore) {
  requireGrantingRole(caller)
  const email = accountField(fields, 'email')
  const name = textField(fields, 'name')
  if (email === '' || name === '') throw new Refusal(400, 'Email and Name are required to invite someone.')
  const place = await requirePlacement(caller, fields, people)
  requireBelow(requireGrantingRole(caller), place.role)

  const earlier = await people.findInvitation(email)
  if (earlier) {
    requireOwnInvitation(caller, earlier, place)
    await people.reopen(earlier.id)
  }
  const id = await people.invite({ email, name })
  try {
    await placeInvited(caller, email, place, people)
  } catch (error) {
    // An earlier invitation stays as it was.
    if (!earlier) await people.removeUnplaced(id)
    throw error
  }
  return { user: { id, email, role: place.role, agency_id: place.agencyId } }
}

/** Places the person as the invitation says. Somebody else may have invited and placed them since the first look. */
async function placeInvited(caller: Caller, email: string, place: Placement, people: InvitationStore) {
  for (let attempt = 1; attempt <= MAX_PLACING_ATTEMPTS; attempt++) {
    const current = await people.findInvitation(email)
    if (!current) break
    requireOwnInvitation(caller, current, place)
    if (await people.place(current, place)) return
  }
  throw new Refusal(409, 'Somebody else was inviting this person at the same time. Please try again.')
}

/** Callers other than super admins invite only below their own role (docs/specification/who-may-do-what.md#people). */
function requireBelow(granter: Role, role: Role) {
  if (granter !== 'super_admin' && role === granter) {
    throw new Refusal(403, `Somebody with the role ${granter} cannot invite anybody with the role ${role}.`)
  }
}

/** Callers may neither take over a person whom another agency has invited, nor lower an invitation by a higher role. */
function requireOwnInvitation(caller: Caller, earlier: PendingInvitation, { agencyId }: Placement) {
  const granter = requireGrantingRole(caller)
  if (granter === 'super_admin') return
  const isElsewhere = earlier.agencyId !== null && earlier.agencyId !== agencyId
  if (isElsewhere || !earlier.roles.every((role) => mayGrant(granter, role))) {
    throw new Refusal(403, 'Somebody else has invited this person already. Please ask a super admin.')
  }
}
