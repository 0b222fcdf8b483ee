import { expect, it, vi } from 'vitest'
import { type Role, roles } from '../_shared/roles.ts'
import { sendTestMail, tellsAnybody } from './send-test-mail.ts'

const outside = (address?: string) => ({ sendMail: vi.fn(async () => {}), addressOf: async () => address })
const caller = (role: Role) => ({ id: 'sol', agencyId: null, roles: ['user', role] satisfies Role[] })

it('goes to the super admin who asks for it', async () => {
  const there = outside('sol@mainstreet.test')
  expect(await sendTestMail(caller('super_admin'), there)).toEqual({ to: 'sol@mainstreet.test' })
  expect(there.sendMail).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ to: 'sol@mainstreet.test', subject: 'A test mail' }),
  )
})

it.each(roles.filter((role) => role !== 'super_admin'))('goes to nobody for %s', async (role) => {
  const there = outside('ana@north.test')
  await expect(sendTestMail(caller(role), there)).rejects.toMatchObject({ status: 403 })
  expect(there.sendMail).not.toHaveBeenCalled()
  await expect(tellsAnybody(caller(role), async () => [])).rejects.toMatchObject({ status: 403 })
})

it('[dashboard.md#first-steps] says to super admins whether anybody is mailed about enquiries, but not who', async () => {
  const asked = (...recipients: string[]) => tellsAnybody(caller('super_admin'), async () => recipients)
  expect(await asked()).toEqual({ tellsAnybody: false })
  expect(await asked('hello@north.test')).toEqual({ tellsAnybody: true })
})

it('says so where the account has no address', async () => {
  await expect(sendTestMail(caller('super_admin'), outside())).rejects.toMatchObject({ status: 422 })
})
