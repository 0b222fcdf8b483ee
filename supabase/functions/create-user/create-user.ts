import { accountField } from '../_shared/account-field.ts'
import type { Caller } from '../_shared/caller.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'
import { requireLongEnough } from '../_shared/passwords.ts'
import { type PlacementStore, placePerson, requireGrantingRole, requirePlacement } from '../_shared/placement.ts'

/** The interface to accounts and agencies, which tests replace. */
export interface AccountStore extends PlacementStore {
  /** Returns the id of the new person, who can sign in at once. */
  create(person: { email: string; name: string; password: string }): Promise<string>
}

/** Creates an account with a role that the caller may grant, completely or not at all. */
export async function createUser(caller: Caller, fields: Fields, people: AccountStore) {
  requireGrantingRole(caller)
  const person = readPerson(fields)
  const place = await requirePlacement(caller, fields, people)
  const id = await people.create(person)
  await placePerson(id, place, people)
  return { user: { id, email: person.email, role: place.role, agency_id: place.agencyId } }
}

function readPerson(fields: Fields) {
  const email = accountField(fields, 'email')
  const name = textField(fields, 'name')
  const password = typeof fields.password === 'string' ? fields.password : ''
  if (email === '' || name === '' || password.trim() === '') {
    throw new Refusal(400, 'Email, Name, and Password are required to create a user.')
  }
  requireLongEnough(password)
  return { email, name, password }
}
