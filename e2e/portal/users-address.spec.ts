import { row } from '../list-rows.ts'
import { linkIn } from '../outbox.ts'
import { expect, test } from '../test.ts'
import { createTeam, openAt } from './users-scene.ts'

test('[users.md#changing-an-address] another address is confirmed by the new one, and undone by the old one', async ({
  signedIn,
  testData,
  browser,
}) => {
  const { admin, others } = await createTeam(testData, 'agency_staff')
  const [owner] = others
  if (!owner) throw new Error('Nobody came.')
  const address = `moved-${owner.email}`
  const page = await openAt(await signedIn(admin), owner)
  await row(page, owner.name).getByRole('button', { name: 'Change Email' }).click()
  await page.getByLabel('New Email').fill(address)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Link sent')).toBeVisible()
  await expect(row(page, owner.name)).toContainText('New email')

  const mailbox = await (await browser.newContext()).newPage()
  await mailbox.goto(linkIn(await testData.outbox.newestTo(address)))
  await expect(mailbox).toHaveURL(/\/auth$/)
  await mailbox.getByRole('button', { name: 'Confirm This Address' }).click()
  await expect(mailbox.getByText(`You sign in with ${address} from now on.`)).toBeVisible()
  await page.reload()
  await expect(row(page, owner.name)).toContainText(address)

  await mailbox.goto(linkIn(await testData.outbox.newestTo(owner.email)))
  await mailbox.getByRole('button', { name: 'Undo the Change' }).click()
  await expect(mailbox.getByText(`The account has the address ${owner.email} again`)).toBeVisible()
  await mailbox.getByRole('button', { name: 'Sign in', exact: true }).click()
  await mailbox.getByLabel('Email').first().fill(owner.email)
  await mailbox.getByLabel('Password', { exact: true }).first().fill(owner.password)
  await mailbox.getByRole('button', { name: 'Sign In to Dashboard' }).click()
  await expect(mailbox).toHaveURL(/\/dashboard$/)
  await mailbox.context().close()
})
