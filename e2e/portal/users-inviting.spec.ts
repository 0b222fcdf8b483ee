import { linkIn, useLink } from '../outbox.ts'
import { newcomer } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { createTeam, open } from './users-scene.ts'

test('[users.md#inviting] an invitation leads from the mail over a password into the agency, once', async ({
  signedIn,
  anotherWindow,
  testData,
  outbox,
  pageErrors,
}) => {
  const { admin } = await createTeam(testData)
  const dana = newcomer()
  const page = await open(await signedIn(admin))
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite' })
  await dialog.getByLabel('Email').fill(dana.email)
  await dialog.getByLabel('Full Name').fill(dana.name)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expectToast(page, 'Invitation sent')
  await expect(page.getByRole('row', { name: dana.name })).toContainText('agency_staff')

  const link = linkIn(await outbox.newestTo(dana.email))
  const theirs = await anotherWindow()
  await useLink(theirs, link)
  await expect(theirs).toHaveURL('/auth')
  await theirs.getByLabel(/^new password/i).fill(dana.password)
  await theirs.getByLabel(/confirm/i).fill(dana.password)
  await theirs.getByRole('button', { name: 'Set New Password' }).click()
  await expect(theirs).toHaveURL('/dashboard')
  // The invited person is on the staff and sees the agency's clients.
  await theirs.goto('/dashboard/clients')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
  expect((await (await testData.as(dana)).auth.getUser()).error).toBeNull()

  const late = await anotherWindow()
  pageErrors.expectError('403 POST /auth/v1/verify')
  await useLink(late, link)
  await expect(late).toHaveURL('/auth')
  await expect(late.getByRole('main').getByRole('alert')).toContainText('ask the person who invited you')
})
