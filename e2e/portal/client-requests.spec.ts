import type { Page } from '@playwright/test'
import { openAndListen } from '../open-and-listen.ts'
import { expect, test } from '../test.ts'
import { createClientWithProjects } from './update-scene.ts'

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const asked = (page: Page) => page.getByRole('listitem').filter({ hasText: 'A picture of the new shop' })

test('[for-clients.md#asking] what a client asks for without JavaScript is seen live in the portal, and taken', async ({
  signedIn,
  testData,
  anotherWindow,
}) => {
  const client = await createClientWithProjects(testData, ['Website'])
  const db = await testData.as(client.person)
  const link = async (name: string, of = client.clientId) => {
    const { data } = await db.rpc('make_client_link', { client: of, name }).throwOnError()
    return `/for/${data[0].token}`
  }
  const other = { name: 'Otto Other', email: 'otto@other.test', agency_id: client.agency.id }
  const { data: neighbour } = await db.from('clients').insert(other).select('id').single().throwOnError()
  const portal = await signedIn(client.person, { connectsToRealtime: true })
  await openAndListen(portal, client.path)
  const phone = await anotherWindow({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  await phone.goto(await link('Phone'))
  await phone.getByText('Ask for something', { exact: true }).click()
  await phone.getByLabel('What would you like?').fill('A picture of the new shop')
  await phone.getByLabel('Details').fill('On the first page, please.')
  await phone.getByLabel('Name', { exact: true }).fill('Rosa')
  await phone.getByLabel('Files').setInputFiles({ name: 'shop.png', mimeType: 'image/png', buffer: PNG })
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByText(`Sent. ${client.agency.name} has it.`)).toBeVisible()
  await expect(asked(phone)).toContainText('Received')

  // The card comes by itself, since the page was open before.
  const card = portal.getByRole('region', { name: 'Asked for' })
  await expect(card).toContainText('On the first page, please.')
  await expect(card.getByRole('img', { name: 'shop.png' })).toHaveJSProperty('naturalWidth', 1)

  await card.getByRole('button', { name: 'Assign to me: A picture of the new shop' }).click()
  await expect(card).toContainText('Assigned to you')
  await phone.reload()
  await expect(asked(phone)).toContainText('In progress')

  await phone.goto(await link('Neighbour', neighbour.id))
  await expect(phone.getByText('Ask for something', { exact: true })).toBeVisible()
  await expect(phone.getByText('A picture of the new shop')).toHaveCount(0)
})
