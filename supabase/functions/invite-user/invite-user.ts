import type { Caller } from '../_shared/caller.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'
import { mayGive, type Place, requireGranter, requirePlace, type Settling, settle } from '../_shared/newcomers.ts'
import type { Role } from '../_shared/roles.ts'

/** What inviting somebody needs of the outside world. */
export interface Guests extends Settling {
  /** Sends the mail and resolves to the person's id. Throws for somebody who has accepted, or has an account otherwise. */
  invite(person: { email: string; name: string }): Promise<string>
  /** Where they have been put so far. */
  findPlace(personId: string): Promise<{ agencyId: string | null; roles: Role[] }>
  takeRoles(personId: string, roles: readonly Role[]): Promise<void>
}

/**
 * Asks a colleague in by mail, whole or not at all. Who has not accepted yet is asked again, with a new link; what the
 * newer invitation says of agency and role counts.
 */
export async function inviteUser(caller: Caller, fields: Fields, people: Guests) {
  requireGranter(caller)
  const email = textField(fields, 'email')
  const name = textField(fields, 'name')
  if (email === '' || name === '') throw new Refusal(400, 'Email and Name are required to invite somebody.')
  const place = await requirePlace(caller, fields, people)

  const id = await people.invite({ email, name })
  const earlier = await people.findPlace(id)
  requireOwnGuest(caller, earlier, place)
  const outgrown = earlier.roles.filter((role) => role !== 'user' && role !== place.role)
  if (outgrown.length > 0) await people.takeRoles(id, outgrown)
  await settle(id, earlier.roles.includes(place.role) ? { ...place, role: 'user' } : place, people)
  return { user: { id, email, role: place.role, agency_id: place.agencyId } }
}

/** Nobody draws to themselves whom another agency has invited, nor lowers whom somebody above them has. */
function requireOwnGuest(caller: Caller, earlier: { agencyId: string | null; roles: Role[] }, { agencyId }: Place) {
  const granter = requireGranter(caller)
  if (granter === 'super_admin') return
  const isElsewhere = earlier.agencyId !== null && earlier.agencyId !== agencyId
  if (isElsewhere || !earlier.roles.every((role) => mayGive(granter, role))) {
    throw new Refusal(403, 'Somebody else has invited this person already. Please ask a super admin.')
  }
}
