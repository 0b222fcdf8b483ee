import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
  row,
  rows,
} from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { ana, ben, north, type Person, sol } from '../../testing/people.ts'
import { openUsers, withPeople } from '../../testing/user-scene.ts'

const INVITE = '/functions/v1/invite-user'
const REVOKE = '/rest/v1/rpc/revoke_invitation'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000 + 60_000).toISOString()
const dana = (invited_at: string): Person & { invited_at: string } => ({
  ...ben,
  id: 'b0000000-0000-4000-8000-000000000009',
  name: 'Dana New',
  email: 'dana@north.test',
  invited_at,
})
const again = () => row('Dana New').getByRole('button', { name: 'Invite Again Dana New' })
const revoke = () => row('Dana New').getByRole('button', { name: 'Revoke the invitation of Dana New' })

it('shows who was invited and has not come, and until when they may', async () => {
  openUsers(withPeople(ana, ben, dana(daysAgo(0.5))), ana)
  await expect.element(row('Dana New').getByText('Invited', { exact: true })).toBeVisible()
  await expect.element(row('Dana New')).toMatchTextContent('Expires in 12 hours')
  expect(row('Ben Carter').getByText('Invited', { exact: true }).length).toBe(0)
  expect(row('Dana New').getByRole('button', { name: /^Deactivate/ }).length).toBe(0)
  await expectAccessible()
})

it('[users.md#resetting-a-password] offers a super admin no new password for them', async () => {
  openUsers(withPeople(sol, ben, dana(daysAgo(0.5))))
  await expect.element(again()).toBeVisible()
  expect(row('Dana New').getByRole('button', { name: /^Reset Password/ }).length).toBe(0)
  expect(row('Ben Carter').getByRole('button', { name: /^Reset Password/ }).length).toBe(1)
})

it('says so when an invitation has expired, and sends it again into the same place', async () => {
  const backend = withPeople(ana, dana(daysAgo(9)))
  backend.answer('POST', INVITE, () => Response.json({ user: {} }))
  openUsers(backend, ana)
  await expect.element(row('Dana New')).toMatchTextContent('Invitation expired')
  await again().dblClick()
  await expectToast('Invitation sent', 'The new link replaces the old one, which no longer works.')
  expect(backend.sent('POST', INVITE).map(({ body }) => body)).toEqual([
    { email: 'dana@north.test', name: 'Dana New', role: 'agency_staff', agencyId: north },
  ])
})

it('says of a link that was used without a password that it was, and sends it again', async () => {
  const backend = withPeople(ana, { ...dana(daysAgo(1)), last_sign_in_at: daysAgo(1) })
  backend.answer('POST', INVITE, () => Response.json({ user: {} }))
  openUsers(backend, ana)
  await expect.element(row('Dana New')).toMatchTextContent('Link used, no password yet')
  await expect.element(row('Dana New')).not.toMatchTextContent('Signed in')
  await again().click()
  await expectToast('Invitation sent')
})

it('says why it was not sent', async () => {
  const backend = withPeople(ana, dana(daysAgo(1)))
  const words = 'For security purposes, you can only request this after 42 seconds.'
  backend.answer('POST', INVITE, () => Response.json({ error: words }, { status: 429 }))
  openUsers(backend, ana)
  await again().click()
  await expectDestructiveToast('Invitation not sent', words)
})

it('takes an invitation back after a question', async () => {
  const backend = withPeople(ana, dana(daysAgo(1)))
  backend.answer('POST', REVOKE, () => {
    const profiles = backend.table('user_profiles')
    profiles.rows = profiles.rows.filter(({ display_name }) => display_name !== 'Dana New')
    return new Response(null, { status: 204 })
  })
  openUsers(backend, ana)
  await revoke().click()
  const question = page.getByRole('alertdialog', { name: 'Revoke the invitation of Dana New?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(backend.sent('POST', REVOKE)).toEqual([])
  await revoke().click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expectToast('Invitation revoked', 'The link in the email no longer works.')
  await expect.element(rows()).toHaveLength(1)
})

it('says so when they have accepted meanwhile', async () => {
  const backend = withPeople(ana, dana(daysAgo(1)))
  const words = 'They have accepted the invitation already.'
  backend.answer('POST', REVOKE, () => refusal(words, { status: 409, code: 'PT409' }))
  openUsers(backend, ana)
  await revoke().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectDestructiveToast('Invitation not revoked', words)
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

it('has room for all of it on a phone', async () => {
  await page.viewport(...phone)
  openUsers(withPeople(dana(daysAgo(1)), sol))
  await page.getByRole('button', { name: /^More about Dana/ }).click()
  await expect.element(revoke()).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})
