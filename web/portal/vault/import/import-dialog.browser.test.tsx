import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type FakeBackend, refusal } from '../../../testing/fake-backend.ts'
import { ana } from '../../../testing/people.ts'
import { expectAccessible, expectDestructiveToast, expectToast, overflow, phone } from '../../../testing/see.ts'
import {
  dialog,
  openUnlocked,
  openVault,
  PASSPHRASE,
  sealed,
  stored,
  titles,
  VAULT,
} from '../../../testing/vault-scene.ts'
import { decrypt } from '../encryption.ts'

const csv = (...lines: string[]) =>
  new File([['name,url,username,password,note', ...lines].join('\n')], 'Chrome Passwords.csv', { type: 'text/csv' })
const shop = 'Shop,https://shop.test,ana,hunter2-shop,back door'
const file = () => dialog().getByLabelText('CSV file')
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const line = (title: string) => dialog().getByRole('checkbox', { name: title, exact: false })

async function read(...lines: string[]) {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await file().upload(csv(...lines))
}

const sentBy = (backend: FakeBackend) => backend.sent('POST', VAULT)

it('[vault.md#importing] shows what is in a file without passwords, and stores what is ticked, encrypted, by one request', async () => {
  const backend = await openUnlocked({ title: 'Router', username: 'ana' })
  await read(shop, 'Desk,,ana,s3cret-desk,', 'Unwanted,,ana,s3cret-more,')
  await expect.element(dialog().getByText('3 entries in Chrome’s file.')).toBeVisible()
  for (const secret of ['hunter2-shop', 's3cret-desk', 'back door'])
    expect(document.body.textContent).not.toContain(secret)
  await expect.element(dialog().getByRole('button', { name: 'Import 3 entries' })).toHaveFocus()
  await line('Unwanted').click()
  await expectAccessible()
  await press('Import 2 entries')
  await expectToast('2 entries imported')
  await expect.element(dialog().getByText('Delete the CSV file now.')).toBeVisible()
  await press('Done')
  await expect.element(titles()).toHaveLength(3)

  const [sent, ...more] = sentBy(backend)
  expect(more).toEqual([])
  for (const secret of ['hunter2-shop', 's3cret-desk', 'back door', PASSPHRASE]) {
    expect(JSON.stringify(sent?.body)).not.toContain(secret)
  }
  const { user_id, encrypted_password, encrypted_notes } = stored(backend, 'Shop') ?? {}
  expect(user_id).toBe(ana.id)
  expect(await decrypt(String(encrypted_password), PASSPHRASE)).toBe('hunter2-shop')
  expect(await decrypt(String(encrypted_notes), PASSPHRASE)).toBe('back door')
})

it('[vault.md#importing] leaves out what is there already or twice in the file, and names what has no password', async () => {
  await openUnlocked({ title: 'Shop', username: 'ana', website_url: 'https://shop.test' })
  await read(shop, 'Desk,,ana,one,', 'Desk,,ana,one,', 'Empty,,ana,,')
  await expect
    .element(dialog().getByRole('status').first())
    .toMatchTextContent(
      '4 entries in Chrome’s file. Left out unless you tick them, as doubles: 2. Not to be imported at all: 1.',
    )
  await expect.element(line('Shop')).not.toBeChecked()
  await expect.element(line('Empty')).toBeDisabled()
  await expect.element(dialog().getByRole('button', { name: 'Import 1 entry' })).toBeEnabled()
  await line('Shop').click()
  await expect.element(dialog().getByRole('button', { name: 'Import 2 entries' })).toBeEnabled()
})

it('[vault.md#importing] reads no file while the vault is locked, and says so', async () => {
  await openVault({ title: 'Router' })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(dialog().getByText(/^The vault is locked\. Close this and unlock it first/)).toBeVisible()
  await expect.element(file()).toBeDisabled()
})

it('[vault.md#importing] stores nothing under a passphrase that opens none of one’s entries', async () => {
  const backend = await openUnlocked({
    title: 'Router',
    encrypted_password: await sealed('secret', 'another passphrase'),
  })
  await read(shop)
  await press('Import 1 entry')
  await expectDestructiveToast(
    'Error',
    'None of your entries opens with the passphrase that the vault is unlocked with. Lock it, and unlock it with the right one.',
  )
  expect(sentBy(backend)).toEqual([])
})

it('[vault.md#importing] says that nothing was imported, keeps what was ticked, and fits a phone', async () => {
  await page.viewport(...phone)
  const backend = await openUnlocked({ title: 'Router' })
  backend.answer('POST', VAULT, () => refusal('Too many', { status: 400 }))
  await read(`${'Long'.repeat(40)},https://${'a'.repeat(60)}.test,${'u'.repeat(90)},secret,`)
  expect(overflow()).toBeLessThanOrEqual(0)
  await press('Import 1 entry')
  await expectDestructiveToast('Error', 'Too many')
  await expect.element(dialog().getByRole('button', { name: 'Import 1 entry' })).toBeVisible()
})
