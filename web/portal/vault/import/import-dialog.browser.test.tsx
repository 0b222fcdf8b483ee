import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../../testing/expect.ts'
import { type FakeBackend, refusal } from '../../../testing/fake-backend.ts'
import { ana, ben } from '../../../testing/people.ts'
import {
  dialog,
  more,
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

const read = (...lines: string[]) => readFile(csv(...lines))

async function readFile(chosen: File) {
  await more('Import')
  await file().upload(chosen)
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
  await expect.element(dialog().getByText('The CSV file has more than was imported: 1.')).toBeVisible()
  await expect.element(dialog().getByText(/^Unwanted\. Look whether/)).toBeVisible()
  expect(document.body.textContent).not.toContain('Delete the CSV file')
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
  for (const said of [
    '4 entries in Chrome’s file.',
    '1 cannot be imported.',
    '2 in the vault already, or twice in the file: left out unless ticked.',
  ]) {
    await expect.element(dialog().getByRole('status').first().getByText(said)).toBeVisible()
  }
  await expect.element(line('Shop')).not.toBeChecked()
  await expect.element(line('Empty')).toBeDisabled()
  await expect.element(dialog().getByRole('button', { name: 'Import 1 entry' })).toBeEnabled()
  await line('Shop').click()
  await expect.element(dialog().getByRole('button', { name: 'Import 2 entries' })).toBeEnabled()
})

it('[vault.md#importing] reads no file while the vault is locked, and says so', async () => {
  await openVault({ title: 'Router' })
  await more('Import')
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
    'None of your entries opens with the passphrase that the vault is unlocked with. Lock it and unlock it with the right one.',
  )
  expect(sentBy(backend)).toEqual([])
})

it.each([
  [
    'none of the shared entries opens',
    ['another passphrase'],
    'None of the entries here, 1 in all, opens with this passphrase.',
  ],
  ['there are no entries', [], 'There is no entry yet that shows whether this passphrase is the right one.'],
])(
  '[vault.md#importing] asks somebody without entries of their own whether the passphrase is right if %s',
  async (_when, passphrases, reason) => {
    const shared = await Promise.all(
      passphrases.map(async (passphrase) => ({
        title: 'Shared',
        user_id: ben.id,
        agency_id: ana.agency_id,
        encrypted_password: await sealed('secret', passphrase),
      })),
    )
    const backend = await openUnlocked(...shared)
    await read(shop)
    await press('Import 1 entry')
    const question = page.getByRole('alertdialog', { name: 'Use this passphrase?' })
    await expect.element(question.getByText(reason, { exact: false })).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(sentBy(backend)).toEqual([])
    await press('Import 1 entry')
    await question.getByRole('button', { name: 'Import Anyway' }).click()
    await expectToast('1 entry imported')
    expect(sentBy(backend)).toHaveLength(1)
  },
)

it('[vault.md#importing] asks nothing if a shared entry opens', async () => {
  const backend = await openUnlocked({ title: 'Shared', user_id: ben.id, agency_id: ana.agency_id })
  await read(shop)
  await press('Import 1 entry')
  await expectToast('1 entry imported')
  expect(sentBy(backend)).toHaveLength(1)
})

it('[vault.md#importing] says that nothing was imported, keeps what was ticked, and fits a phone', async () => {
  await page.viewport(...phone)
  const backend = await openUnlocked({ title: 'Router' })
  backend.answer('POST', VAULT, () => refusal('Too many', { status: 400 }))
  await read(`${'Long'.repeat(40)},https://${'a'.repeat(60)}.test,${'u'.repeat(90)},secret,`)
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  await press('Import 1 entry')
  await expectDestructiveToast('Error', 'Too many')
  await expect.element(dialog().getByRole('button', { name: 'Import 1 entry' })).toBeVisible()
})

it('[vault.md#importing] says that the file may go when all of it was imported', async () => {
  await openUnlocked({ title: 'Router' })
  await read(shop)
  await press('Import 1 entry')
  await expect.element(dialog().getByText('Delete the CSV file now.')).toBeVisible()
})

it('[vault.md#importing] names a bad line before anything is stored, and imports the others', async () => {
  await openUnlocked({ title: 'Router' })
  await read(shop, 'Bad,,ana,secret,note,one more')
  await expect.element(dialog().getByText('It has 6 cells, and the headings are 5.')).toBeVisible()
  await expect.element(line('Row 3')).toBeDisabled()
  await press('Import 1 entry')
  await expect.element(dialog().getByText('The CSV file has more than was imported: 1.')).toBeVisible()
  await expect.element(dialog().getByText(/^Row 3\. Look whether/)).toBeVisible()
})

it('[vault.md#importing] asks which column is what in a table of no known program', async () => {
  const backend = await openUnlocked({ title: 'Router' })
  await readFile(new File(['Where,Who,Word\nshop.test,ana,hunter2-shop\n'], 'list.csv', { type: 'text/csv' }))
  await expect.element(dialog().getByText('You still need to choose: Password.')).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Preview' })).toBeDisabled()
  await dialog().getByRole('combobox', { name: 'Who' }).selectOptions('Username')
  await dialog().getByRole('combobox', { name: 'Word' }).selectOptions('Password')
  expect(document.body.textContent).not.toContain('hunter2-shop')
  await expectAccessible()
  await press('Preview')
  await expect.element(dialog().getByText('1 entry in the file.')).toBeVisible()
  await press('Import 1 entry')
  await expect.element(dialog().getByText('Delete the CSV file now.')).toBeVisible()
  const { encrypted_password, username } = stored(backend, 'shop.test') ?? {}
  expect(username).toBe('ana')
  expect(await decrypt(String(encrypted_password), PASSPHRASE)).toBe('hunter2-shop')
})

it('[vault.md#importing] lets a person choose the columns where a program was recognized wrongly', async () => {
  const backend = await openUnlocked({ title: 'Router' })
  await read('Shop,https://shop.test,hunter2-shop,ana,')
  await press('Not from Chrome? Choose the columns')
  await dialog().getByRole('combobox', { name: 'username' }).selectOptions('Password')
  await press('Preview')
  await press('Import 1 entry')
  await expect.element(dialog().getByText('Delete the CSV file now.')).toBeVisible()
  expect(await decrypt(String(stored(backend, 'Shop')?.encrypted_password), PASSPHRASE)).toBe('hunter2-shop')
})

it('[vault.md#importing] shows how the letters of a file are read where it does not say so', async () => {
  const backend = await openUnlocked({ title: 'Router' })
  const bytes = Uint8Array.from('name,url,username,password\nM\xFCller,,ana,\xA3\xA3\n', (letter) =>
    letter.charCodeAt(0),
  )
  await readFile(new File([bytes], 'list.csv', { type: 'text/csv' }))
  await expect.element(line('Müller')).toBeChecked()
  const letters = dialog().getByLabelText('Do these letters look right?')
  await expect.element(dialog().getByText(/^ü · £\. The file doesn’t say how it is encoded/)).toBeVisible()
  await letters.selectOptions('windows-1250')
  await expect.element(dialog().getByText(/^ü · Ł\. The file doesn’t say how it is encoded/)).toBeVisible()
  await press('Import 1 entry')
  await expect.element(dialog().getByText('Delete the CSV file now.')).toBeVisible()
  expect(await decrypt(String(stored(backend, 'Müller')?.encrypted_password), PASSPHRASE)).toBe('ŁŁ')
})

it('[vault.md#importing] refuses a file of another kind, and says what to export', async () => {
  await openUnlocked({ title: 'Router' })
  await readFile(new File(['{"encrypted":false,"items":[]}'], 'bitwarden.json', { type: 'application/json' }))
  await expect.element(dialog().getByText(/^This is a JSON file of Bitwarden\./)).toBeVisible()
})
