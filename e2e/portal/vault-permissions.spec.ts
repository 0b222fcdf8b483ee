import { cleo } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { sealed } from '../vault-payload.ts'
import {
  action,
  addVaultEntry,
  createAgencyWithVault,
  openVault,
  PASSPHRASE,
  unlock,
  withClipboard,
} from './vault-scene.ts'

test('[who-may-do-what.md#rows] another agency sees nothing of it, by the screen or by the API', async ({
  signedIn,
  testData,
}) => {
  const { admin, agency } = await createAgencyWithVault(testData)
  const id = await addVaultEntry(await testData.as(admin), agency, { title: 'North only', isShared: true })
  const page = await signedIn(cleo)
  await openVault(page)
  await expect(page.getByText('North only')).toHaveCount(0)
  const stranger = await testData.as(cleo)
  expect((await stranger.from('password_vault').select().eq('id', id)).data).toEqual([])
  expect((await stranger.from('vault_access_logs').insert({ vault_entry_id: id, action: 'copied' })).error?.code).toBe(
    '42501',
  )
})

test('five hundred entries come at once, and are searched at once while the passphrase is tried on them', async ({
  signedIn,
  testData,
}) => {
  const { admin } = await createAgencyWithVault(testData)
  const sound = sealed('secret', PASSPHRASE)
  const rows = Array.from({ length: 500 }, (_, number) => ({
    title: `Entry ${number + 1}`,
    username: `person-${number + 1}@example.test`,
    // Each payload has its own salt and needs its own key; all but the first have another passphrase.
    encrypted_password:
      number === 0
        ? sound
        : sound.replace(/"salt":".{24}","nonce":".{16}/, `"salt":"${bytes(16, number)}","nonce":"${bytes(12, number)}`),
  }))
  await (await testData.as(admin)).from('password_vault').insert(rows).throwOnError()
  const page = await signedIn(admin, withClipboard)
  await openVault(page)
  await expect(page.getByRole('heading', { name: 'Entries (500)', exact: true })).toBeVisible()
  const titles = page.getByRole('list', { name: 'Entries' }).getByRole('heading')
  await expect(titles).toHaveCount(50)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('51–100 of 500')).toBeVisible()
  await unlock(page)
  await expect(page.getByText(/^Tried \d+ of 500$/)).toBeVisible()

  // Looked at in the page, in the moment in which the entry is on the screen.
  const stillTrying = await page.evaluate(async () => {
    const box = document.querySelector<HTMLInputElement>('input[type=search]')
    if (!box) throw new Error('no search box')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'person-1@')
    box.dispatchEvent(new Event('input', { bubbles: true }))
    while (document.querySelectorAll('[aria-label=Entries] h3').length !== 1) await new Promise(requestAnimationFrame)
    return /Tried \d+ of 500/.test(document.body.textContent)
  })
  expect(stillTrying).toBe(true)
  await expect(titles).toHaveText([/^Entry 1\b/])
  await action(page, 'Entry 1', /^Copy Password/).click()
  await expectToast(page, 'Copied')
})

/** Distinct bytes in base64 of this length. */
const bytes = (count: number, number: number) => Buffer.from(String(number).padStart(count)).toString('base64')
