import RolesRoute from '../portal/roles/roles-route.tsx'
import type { FakeBackend } from './fake-backend.ts'
import { north, type Person, sol, south } from './people.ts'
import { Portal } from './portal.tsx'
import { withPeople } from './user-scene.ts'

export const PERMISSIONS = '/rest/v1/role_permissions'
export const agencies = [
  { id: north, name: 'North Street Marketing' },
  { id: south, name: 'South Side Studio' },
]

/** A backend with these people and their agencies, and one permission of the staff. */
export function withRoles(...people: Person[]): FakeBackend {
  const backend = withPeople(...people)
  for (const agency of agencies) backend.table('agencies').insert(agency)
  for (const profile of backend.table('user_profiles').rows) {
    profile.agency = agencies.find(({ id }) => id === profile.agency_id) ?? null
    profile.search_text = String(profile.display_name).toLowerCase()
  }
  const permission = { position: 1, subject: 'Clients', actions: ['read', 'add'], scope: 'own agency' }
  backend.table('role_permissions').insert({ role: 'agency_staff', ...permission })
  return backend
}

export function openRoles(backend: FakeBackend, { as = sol, query = '' } = {}) {
  const screens = [{ path: '/dashboard/roles', Component: RolesRoute }]
  return Portal.open(backend, { screens, at: `/dashboard/roles${query}`, as })
}
