import { expect, it } from 'vitest'
import type { Role } from '../me/role.ts'
import { navigationFor } from './navigation.ts'

const labelsFor = (...held: Role[]) =>
  navigationFor(held, false).map(({ label, items }) => [label, ...items.map((item) => item.label)])

const main = ['Main', 'Dashboard', 'Clients', 'Projects', 'Messages', 'Reports']
const settings = ['Settings', 'Profile Settings', 'Settings', 'Recently Deleted']

it('shows staff no administration at all', () => {
  expect(labelsFor('user', 'agency_staff')).toEqual([main, settings])
})

it.each<Role>(['agency_admin', 'admin'])('shows %s users and the vault', (role) => {
  expect(labelsFor(role)).toEqual([main, ['Administration', 'User Management', 'Password Vault', 'Audit'], settings])
})

it('shows the enquiries, below the dashboard, to whoever reads them', () => {
  const [group] = navigationFor(['agency_staff'], true)
  expect(group?.items.map(({ label }) => label).slice(0, 3)).toEqual(['Dashboard', 'Enquiries', 'Clients'])
})

it('shows a super admin everything', () => {
  const administration = [
    'Administration',
    'User Management',
    'Password Vault',
    'Role Management',
    'Agencies',
    'Audit',
    'Mail',
  ]
  expect(labelsFor('super_admin')).toEqual([main, administration, settings])
})
