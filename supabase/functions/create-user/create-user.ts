import type { Caller } from '../_shared/caller.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'
import { requireLongEnough } from '../_shared/passwords.ts'
import { isRole, type Role, roles } from '../_shared/roles.ts'

/** What creating somebody needs of the outside world. */
export interface People {
  /** Undefined where there is no such agency. */
  findAgency(id: string): Promise<{ isActive: boolean } | undefined>
  /** Resolves to the new person's id; they can sign in at once. */
  create(person: { email: string; name: string; password: string }): Promise<string>
  putIntoAgency(personId: string, agencyId: string): Promise<void>
  giveRole(personId: string, role: Role): Promise<void>
  remove(personId: string): Promise<void>
}

/** The roles that each kind of caller may give; everybody else may create nobody. */
const grantable: Partial<Record<Role, readonly Role[]>> = {
  super_admin: roles,
  admin: ['user', 'agency_staff', 'agency_admin', 'admin'],
  agency_admin: ['user', 'agency_staff', 'agency_admin'],
}

/** Creates a colleague with one of the caller's roles or a lesser one, whole or not at all. */
export async function createUser(caller: Caller, fields: Fields, people: People) {
  const allowed = (['super_admin', 'admin', 'agency_admin'] as const).find((role) => caller.roles.includes(role))
  if (!allowed) throw new Refusal(403, 'You are not allowed to create users.')

  const person = readPerson(fields)
  if (!grantable[allowed]?.includes(person.role)) {
    throw new Refusal(403, `Somebody with the role ${allowed} cannot give the role ${person.role}.`)
  }
  const agencyId = await chooseAgency(caller, fields, people)

  const id = await people.create(person)
  try {
    if (agencyId) await people.putIntoAgency(id, agencyId)
    if (person.role !== 'user') await people.giveRole(id, person.role) // everybody has that one from the start
  } catch (error) {
    await people.remove(id)
    throw error
  }
  return { user: { id, email: person.email, role: person.role, agency_id: agencyId } }
}

function readPerson(fields: Fields) {
  const email = textField(fields, 'email')
  const name = textField(fields, 'name')
  const password = typeof fields.password === 'string' ? fields.password : ''
  if (email === '' || name === '' || password.trim() === '') {
    throw new Refusal(400, 'Email, Name, and Password are required to create a user.')
  }
  requireLongEnough(password)
  const role = fields.role ?? 'user'
  if (!isRole(role)) throw new Refusal(400, `The role must be one of ${roles.join(', ')}.`)
  return { email, name, password, role }
}

async function chooseAgency(caller: Caller, fields: Fields, people: People): Promise<string | null> {
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
