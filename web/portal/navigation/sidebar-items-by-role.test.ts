import { expect, it } from 'vitest'
import type { Role } from '../me/role.ts'
import { recordsFor } from '../page/records.ts'
import { sidebarItemsFor } from './sidebar-items-by-role.ts'

const labelsFor = (...held: Role[]) =>
  sidebarItemsFor(held, false).map(({ label, items }) => [label, ...items.map((item) => item.label)])

const main = ['Main', 'Dashboard', 'Clients', 'Projects', 'Messages', 'Reports']
const settings = ['Settings', 'Profile Settings', 'Settings']

it('shows staff no administration at all', () => {
  expect(labelsFor('user', 'agency_staff')).toEqual([main, settings])
})

it.each<Role>(['agency_admin', 'admin'])('shows %s users and the vault', (role) => {
  expect(labelsFor(role)).toEqual([main, ['Administration', 'User Management', 'Password Vault'], settings])
})

it('shows the enquiries, below the dashboard, to whoever reads them', () => {
  const [group] = sidebarItemsFor(['agency_staff'], true)
  expect(group?.items.map(({ label }) => label).slice(0, 3)).toEqual(['Dashboard', 'Enquiries', 'Clients'])
})

it('shows a super admin everything', () => {
  const administration = ['Administration', 'User Management', 'Password Vault', 'Role Management', 'Agencies']
  expect(labelsFor('super_admin')).toEqual([main, administration, settings])
})

it.each<[Role, string[]]>([
  ['user', ['Recently Deleted']],
  ['agency_staff', ['Recently Deleted']],
  ['agency_admin', ['Recently Deleted', 'Audit']],
  ['admin', ['Recently Deleted', 'Audit']],
  ['super_admin', ['Recently Deleted', 'Audit', 'Mail']],
])('has further screens for %s that are not in the sidebar', (role, labels) => {
  expect(recordsFor([role]).map(({ label }) => label)).toEqual(labels)
})
