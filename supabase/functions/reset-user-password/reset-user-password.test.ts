import { describe, expect, it, vi } from 'vitest'
import type { Caller } from '../_shared/caller.ts'
import { roles } from '../_shared/roles.ts'
import { type PasswordStore, resetUserPassword } from './reset-user-password.ts'

const sol: Caller = { id: 'b0000000-0000-4000-8000-000000000004', agencyId: null, roles: ['user', 'super_admin'] }
const ben = 'b0000000-0000-4000-8000-000000000002'

const invited = 'b0000000-0000-4000-8000-000000000009'
const storeOf = (setPassword: PasswordStore['setPassword']): PasswordStore => ({
  isInvited: async (userId) => userId === invited,
  setPassword,
})

it('gives a person the new password', async () => {
  const setPassword = vi.fn(async () => {})
  await resetUserPassword(sol, { userId: ben, newPassword: ' spaces count ' }, storeOf(setPassword))
  expect(setPassword).toHaveBeenCalledWith(ben, ' spaces count ')
})

describe('refuses', () => {
  it.each(roles.filter((role) => role !== 'super_admin'))('%s', async (role) => {
    const setPassword = vi.fn(async () => {})
    const fields = { userId: ben, newPassword: 'mainstreet' }
    const reset = resetUserPassword({ ...sol, roles: [role] }, fields, storeOf(setPassword))
    await expect(reset).rejects.toMatchObject({ status: 403 })
    expect(setPassword).not.toHaveBeenCalled()
  })

  it.each([
    ['no password', { userId: ben }, 400, 'Please enter a new password.'],
    ['a short password', { userId: ben, newPassword: '12345' }, 400, 'Password must be at least 6 characters long.'],
    ['no person', { newPassword: 'mainstreet' }, 404, 'User not found'],
    ['what is no id', { userId: '../users', newPassword: 'mainstreet' }, 404, 'User not found'],
    ['who has not accepted', { userId: invited, newPassword: 'mainstreet' }, 409, 'Use Invite Again'],
    ['the caller', { userId: sol.id, newPassword: 'mainstreet' }, 403, 'You cannot reset your own password here.'],
    ['the caller in capitals', { userId: sol.id.toUpperCase(), newPassword: 'mainstreet' }, 403, 'your own'],
  ])('%s', async (_, fields, status, message) => {
    const setPassword = vi.fn(async () => {})
    const reset = resetUserPassword(sol, fields, storeOf(setPassword))
    await expect(reset).rejects.toMatchObject({ status, message: expect.stringContaining(message) })
    expect(setPassword).not.toHaveBeenCalled()
  })
})
