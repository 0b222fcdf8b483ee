import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '../test.ts'
import { sealed } from '../vault-payload.ts'
import { chooseFromMoreMenu, createAgencyWithVault, dialog, openVault, PASSPHRASE, signInAlone } from './vault-scene.ts'

test('[vault.md#export-reader] opens a real export from the disk, without a server and without any network', async ({
  anotherWindow,
  testData,
}, testInfo) => {
  const { admin } = await createAgencyWithVault(testData, [
    { title: 'Router', password: 'r0uter-secret', encrypted_notes: sealed('behind the door', PASSPHRASE) },
    { title: 'Other', password: 'other-secret', passphrase: 'another passphrase' },
  ])
  const page = await anotherWindow()
  await signInAlone(page, testData, admin)
  await openVault(page)
  await chooseFromMoreMenu(page, 'Export')
  const save = async (name: string) => {
    const saving = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name }).click()
    const file = await saving
    const path = join(testInfo.outputDir, file.suggestedFilename())
    await file.saveAs(path)
    return path
  }
  const [file, readerFile] = [await save('Save export'), await save('Save reader')]

  const reader = await page.context().newPage()
  await page.context().setOffline(true)
  const asked: string[] = []
  reader.on('request', (request) => asked.push(request.url()))
  const address = pathToFileURL(readerFile).href
  await reader.goto(address)
  await reader.getByLabel('Export file').setInputFiles(file)
  await reader.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await reader.getByRole('button', { name: 'Open' }).click()
  await expect(reader.getByText(/^2 entries, exported /)).toBeVisible()
  const router = reader.getByRole('listitem').filter({ hasText: 'Router' })
  await router.getByRole('button', { name: 'Show' }).click()
  await expect(router.getByText('r0uter-secret')).toBeVisible()
  await expect(router.getByText('behind the door')).toBeVisible()
  const other = reader.getByRole('listitem').filter({ hasText: 'Other' })
  await other.getByRole('button', { name: 'Show' }).click()
  await expect(other.getByText('This entry does not open with this passphrase.')).toBeVisible()
  await expect(reader.getByText('other-secret')).toHaveCount(0)

  await reader.getByRole('button', { name: 'Lock' }).click()
  await expect(reader.getByText('r0uter-secret')).toHaveCount(0)
  expect(await reader.getByLabel('Passphrase', { exact: true }).inputValue()).toBe('')
  expect(asked).toEqual([address])
})
