import { page } from 'vitest/browser'
import ProfileRoute from '../portal/profile/profile-route.tsx'
import { FakeBackend } from './fake-backend.ts'
import type { Row } from './fake-table.ts'
import { ana, north, type Person } from './people.ts'
import { Portal } from './portal.tsx'

export const PROFILES = '/rest/v1/user_profiles'
export const AGENCIES = '/rest/v1/agencies'

/** A backend with North's details as given; nobody has an authenticator app. */
export function withNorth(agency: Row = {}, { id, email }: Person = ana): FakeBackend {
  const backend = new FakeBackend({
    agencies: [{ id: north, name: 'North Street Marketing', email: 'hello@north.test', phone: '555 0100', ...agency }],
  })
  backend.answer('GET', '/auth/v1/user', () => Response.json({ id, email, factors: [] }))
  return backend
}

export function openProfile(backend = withNorth(), as: Person = ana): Portal {
  const screens = [
    { path: '/dashboard/profile', Component: ProfileRoute },
    { path: '/dashboard/reports', Component: () => null },
  ]
  return Portal.open(backend, { screens, at: '/dashboard/profile', as })
}

export const displayName = () => page.getByLabelText('Display Name')
