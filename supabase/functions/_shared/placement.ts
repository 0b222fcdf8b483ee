import type { Caller } from './caller.ts'
import { type Fields, Refusal, textField } from './http.ts'
import { isRole, type Role, roles } from './roles.ts'

/** The interface to agencies, which tests replace. */
export interface AgencyStore {
  /** Finds an agency; undefined if it does not exist. */
  findAgency(id: string): Promise<{ isActive: boolean } | undefined>
}

/** The interface to new accounts, which tests replace. */
export interface PlacementStore extends AgencyStore {
  putIntoAgency(personId: string, agencyId: string): Promise<void>
  grantRole(personId: string, role: Role): Promise<void>
  remove(personId: string): Promise<void>
}

export type Placement = { agencyId: string | null; role: Role }

/** The roles that each kind of caller may grant; other callers may add nobody. */
const grantable = {
  super_admin: roles,
  admin: ['user', 'agency_staff', 'agency_admin', 'admin'],
  agency_admin: ['user', 'agency_staff', 'agency_admin'],
} as const satisfies Partial<Record<Role, readonly Role[]>>

/** The caller's highest role that may add people. */
export function requireGrantingRole(caller: Caller): keyof typeof grantable {
  const granter = (['super_admin', 'admin', 'agency_admin'] as const).find((role) => caller.roles.includes(role))
  if (!granter) throw new Refusal(403, 'You are not allowed to create users.')
  return granter
}

export const mayGrant = (granter: keyof typeof grantable, role: Role) =>
  grantable[granter].some((granted) => granted === role)

/** The agency and role in the fields; refused if the caller may not grant them. */
export async function requirePlacement(caller: Caller, fields: Fields, people: AgencyStore): Promise<Placement> {
  const granter = requireGrantingRole(caller)
  const role = fields.role ?? 'user'
  if (!isRole(role)) throw new Refusal(400, `The role must be one of ${roles.join(', ')}.`)
  if (!mayGrant(granter, role)) {
    throw new Refusal(403, `Somebody with the role ${granter} cannot give the role ${role}.`)
  }
  return { role, agencyId: await chooseAgency(caller, fields, people) }
}

async function chooseAgency(caller: Caller, fields: Fields, people: AgencyStore): Promise<string | null> {
  const isSuperAdmin = caller.roles.includes('super_admin')
  const wanted = textField(fields, 'agencyId') || caller.agencyId
  if (!isSuperAdmin && caller.agencyId === null) throw new Refusal(403, 'User not assigned to an agency')
  if (!isSuperAdmin && wanted !== caller.agencyId) {
    throw new Refusal(403, 'Only a super admin creates users in another agency.')
  }
  if (wanted === null) return null
  const agency = await people.findAgency(wanted)
  if (!agency) throw new Refusal(400, 'There is no such agency.')
  if (!agency.isActive) throw new Refusal(403, 'This agency is inactive, so nobody can be added to it.')
  return wanted
}

/**
 * Assigns agency and role to a new person. If that fails the account is removed again, so that none is left incomplete.
 */
export async function placePerson(personId: string, { agencyId, role }: Placement, people: PlacementStore) {
  try {
    if (agencyId) await people.putIntoAgency(personId, agencyId)
    if (role !== 'user') await people.grantRole(personId, role) // everybody has that one from the start
  } catch (error) {
    await people.remove(personId)
    throw error
  }
}
