import { accountField } from '../_shared/account-field.ts'
import type { Caller } from '../_shared/caller.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'
import {
  mayGive,
  type Place,
  putInPlace,
  requireGranter,
  requirePlace,
  type Settling,
  settle,
} from '../_shared/newcomers.ts'
import type { Role } from '../_shared/roles.ts'

type Guest = { id: string; agencyId: string | null; roles: Role[] }

/** What inviting somebody needs of the outside world. */
export interface Guests extends Settling {
  /** Who waits under this address already, and where. Throws for somebody who has come, or has an account otherwise. */
  findGuest(email: string): Promise<Guest | undefined>
  /** Ends the sessions that the earlier link alone has opened. */
  reopen(personId: string): Promise<void>
  /** Sends the mail and resolves to the person's id. */
  invite(person: { email: string; name: string }): Promise<string>
  takeRoles(personId: string, roles: readonly Role[]): Promise<void>
}

/**
 * Asks a colleague in by mail, whole or not at all. Who has not come yet is asked again, with a new link; what the
 * newer invitation says of agency and role counts.
 */
export async function inviteUser(caller: Caller, fields: Fields, people: Guests) {
  requireGranter(caller)
  const email = accountField(fields, 'email')
  const name = textField(fields, 'name')
  if (email === '' || name === '') throw new Refusal(400, 'Email and Name are required to invite somebody.')
  const place = await requirePlace(caller, fields, people)
  requireBelow(requireGranter(caller), place.role)

  const earlier = await people.findGuest(email)
  if (earlier) {
    requireOwnGuest(caller, earlier, place)
    await people.reopen(earlier.id)
  }
  const id = await people.invite({ email, name })
  if (!earlier) await settle(id, place, people)
  else {
    const outgrown = earlier.roles.filter((role) => role !== 'user' && role !== place.role)
    if (outgrown.length > 0) await people.takeRoles(id, outgrown)
    const isLacking = !earlier.roles.includes(place.role)
    // Whatever fails, they stay invited as they were.
    await putInPlace(id, isLacking ? place : { ...place, role: 'user' }, people)
  }
  return { user: { id, email, role: place.role, agency_id: place.agencyId } }
}

/** Others ask nobody in as one of their own kind (docs/specification/who-may-do-what.md#people). */
function requireBelow(granter: Role, role: Role) {
  if (granter !== 'super_admin' && role === granter) {
    throw new Refusal(403, `Somebody with the role ${granter} cannot invite anybody with the role ${role}.`)
  }
}

/** Nobody draws to themselves whom another agency has invited, nor lowers whom somebody above them has. */
function requireOwnGuest(caller: Caller, earlier: Guest, { agencyId }: Place) {
  const granter = requireGranter(caller)
  if (granter === 'super_admin') return
  const isElsewhere = earlier.agencyId !== null && earlier.agencyId !== agencyId
  if (isElsewhere || !earlier.roles.every((role) => mayGive(granter, role))) {
    throw new Refusal(403, 'Somebody else has invited this person already. Please ask a super admin.')
  }
}
