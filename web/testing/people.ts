import type { Role } from '../portal/me/role.ts'

/** A person of the seed who is signed in. */
export interface Person {
  id: string
  name: string
  email: string
  agency_id: string | null
  roles: Role[]
}

export const north = 'a0000000-0000-4000-8000-000000000001'
export const south = 'a0000000-0000-4000-8000-000000000002'

export const ana = person(1, 'Ana Reyes', 'ana@north.test', north, ['user', 'agency_admin'])
export const ben = person(2, 'Ben Carter', 'ben@north.test', north, ['user', 'agency_staff'])
export const cleo = person(3, 'Cleo Martin', 'cleo@south.test', south, ['user', 'agency_staff'])
export const sol = person(4, 'Sol Okafor', 'sol@mainstreet.test', north, ['user', 'super_admin'])

function person(number: number, name: string, email: string, agency_id: string | null, roles: Role[]): Person {
  return { id: `b0000000-0000-4000-8000-00000000000${number}`, name, email, agency_id, roles }
}
