import { expect, test } from '../test.ts'
import { createClientWithProjects } from './update-scene.ts'
import { PASSPHRASE } from './vault-scene.ts'

test('[vault.md#handed-over-by-clients] a client is asked for a password, and what they send opens in the vault alone', async ({
  signedIn,
  testData,
  anotherWindow,
}) => {
  const { agency, person, clientId, path } = await createClientWithProjects(testData, [])
  const db = await testData.as(person)
  const { data } = await db.rpc('make_client_link', { client: clientId, name: 'Phone' }).throwOnError()
  const portal = await signedIn(person)
  await portal.goto(path)
  await portal.getByRole('link', { name: 'Ask for a password' }).click()
  const dialog = portal.getByRole('dialog', { name: 'Ask for a password' })
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await dialog.getByLabel('What for?').fill('Shop admin password')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  const card = portal.getByRole('region', { name: 'Handed over by clients' })
  await expect(card).toContainText('Asked for, until')

  const phone = await anotherWindow({ viewport: { width: 390, height: 844 } })
  await phone.goto(`/for/${data[0].token}`)
  await phone.getByLabel('Username').fill('rosa')
  await phone.getByLabel('Password', { exact: true }).fill('Fjord-Lamp-73!')
  const sent = phone.waitForRequest((request) => request.method() === 'POST')
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByText(`Sent. Only ${agency.name} can open it.`)).toBeVisible()
  const body = (await sent).postData() ?? ''
  expect(body).toContain('ciphertext')
  expect(decodeURIComponent(body)).not.toMatch(/rosa|Fjord/)

  await portal.reload()
  await portal.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await portal.getByRole('button', { name: 'Unlock' }).click()
  await card.getByRole('button', { name: 'Open Shop admin password' }).click()
  await expect(portal.getByLabel('Password', { exact: true })).toHaveValue('Fjord-Lamp-73!')
  await portal.getByRole('button', { name: 'Create' }).click()
  await expect(portal.getByRole('heading', { name: 'Entries (1)' })).toBeVisible()
  await expect(card).toHaveCount(0)
  const { data: left } = await db
    .from('client_secrets')
    .select('sealed, public_key, encrypted_private_key')
    .throwOnError()
  expect(left).toEqual([{ sealed: null, public_key: null, encrypted_private_key: null }])
})
