import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../../testing/expect.ts'
import { refusal } from '../../../testing/fake-backend.ts'
import { ben } from '../../../testing/people.ts'
import { savedFiles } from '../../../testing/saved-files.ts'
import { dialog, more, openVault, PASSPHRASE, VAULT } from '../../../testing/vault-scene.ts'
import { decrypt } from '../encryption.ts'
import { readExport } from './export-file.ts'

const open = () => more('Export')
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

it('[vault.md#export] saves one’s own entries as they are stored, also while the vault is locked', async () => {
  const files = savedFiles()
  const colleagues = { user_id: ben.id, owner: { display_name: 'Ben Carter' } }
  await openVault({ title: 'Router', username: 'ana' }, { title: 'Bank' }, { title: 'Printer', ...colleagues })
  await open()
  await expect.element(dialog().getByText(/^2 entries of yours\./)).toBeVisible()
  await expectAccessible()
  await press('Save export')
  await expectToast('Export saved')
  const [name, blob] = [...files][0] ?? []
  expect(name).toMatch(/^vault-export-\d{4}-\d\d-\d\d\.json$/)
  const text = (await blob?.text()) ?? ''
  const { entries } = readExport(text)
  expect(entries.map(({ title }) => title)).toEqual(['Bank', 'Router'])
  expect(await decrypt(entries[1]?.encrypted_password ?? '', PASSPHRASE)).toBe('secret')
  expect(text).not.toContain('"secret"')
})

it('[vault.md#export-reader] saves the reader beside it, in one file that loads nothing', async () => {
  const files = savedFiles()
  await openVault({ title: 'Router' })
  await open()
  await press('Save reader')
  await expect.poll(() => [...files.keys()]).toEqual(['vault-reader.html'])
  const reader = (await files.get('vault-reader.html')?.text()) ?? ''
  expect(reader).toContain("default-src 'none'; connect-src 'none'")
  expect(reader).not.toMatch(/\b(src|href)=/)
  expect(reader.length).toBeLessThan(30 * 1024)
  await expect.element(dialog().getByRole('button', { name: 'Save it again' })).toBeVisible()
})

it('[vault.md#export] says what went wrong, saves nothing then, and fits a phone', async () => {
  await page.viewport(...phone)
  const files = savedFiles()
  const backend = await openVault({ title: 'Router' })
  await open()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  backend.answer('GET', VAULT, () => refusal('The server is busy', { status: 400 }))
  await press('Save export')
  await expectDestructiveToast('Error', 'The server is busy')
  expect(files.size).toBe(0)
  await expect.element(dialog().getByRole('button', { name: 'Save export' })).toBeEnabled()
})

it('[vault.md#export] is off where there is nothing of one’s own', async () => {
  await openVault({ title: 'Printer', user_id: ben.id })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  for (const name of ['Export', 'Change passphrase']) {
    await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  }
  await expect.element(page.getByRole('menuitem', { name: 'Import' })).not.toHaveAttribute('aria-disabled')
})
