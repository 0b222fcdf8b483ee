import { expect, it } from 'vitest'
import { isAdminType, isSuperAdmin, type Role } from './role.ts'

it.each<[Role[], boolean, boolean]>([
  [[], false, false],
  [['user'], false, false],
  [['user', 'agency_staff'], false, false],
  [['agency_staff', 'agency_admin'], true, false],
  [['admin'], true, false],
  [['user', 'super_admin'], true, true],
])('%j: administers %j, super admin %j', (held, administers, isSuper) => {
  expect(isAdminType(held)).toBe(administers)
  expect(isSuperAdmin(held)).toBe(isSuper)
})
