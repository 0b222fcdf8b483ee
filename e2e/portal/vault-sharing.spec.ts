import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import {
  accessLog,
  action,
  addVaultEntry,
  clipboard,
  createAgencyWithVault,
  dialog,
  entry,
  field,
  openVault,
  storedEntry,
  titles,
  unlock,
  update,
  withClipboard,
} from './vault-scene.ts'

test.describe('[vault.md#sharing] sharing with the agency', () => {
  test('lets colleagues copy with the same passphrase, always what is stored now', async ({ signedIn, testData }) => {
    const { admin, colleague } = await createAgencyWithVault(testData, [
      { title: 'Router', password: 'first' },
      { title: 'Private' },
    ])
    const mine = await signedIn(admin, withClipboard)
    const theirs = await signedIn(colleague, withClipboard)
    await openVault(mine)
    await openVault(theirs)
    await expect(theirs.getByText('No entries yet.')).toBeVisible()

    await unlock(mine)
    const share = async () => {
      await action(mine, 'Router', /^Edit/).click()
      await field(mine, 'Share with agency').click()
      await update(mine).click()
      await expect(dialog(mine)).toHaveCount(0)
    }
    await share()
    await theirs.reload()
    await expect(titles(theirs)).toHaveText([/^Router/])
    await expect(entry(theirs, 'Router')).toContainText(`Shared by ${admin.name}`)
    await unlock(theirs)
    await action(theirs, 'Router', /^Copy Password/).click()
    await expectToast(theirs, 'Copied')
    expect(await clipboard(theirs)).toBe('first')

    await action(mine, 'Router', /^Edit/).click()
    await field(mine, 'Password').fill('second')
    await update(mine).click()
    await expect(dialog(mine)).toHaveCount(0)
    await action(theirs, 'Router', /^Copy Password/).click()
    await expect.poll(() => clipboard(theirs)).toBe('second')

    await share()
    await action(theirs, 'Router', /^Copy Password/).click()
    await expectDestructiveToast(theirs, 'Error', 'This entry no longer exists, or is no longer shared with you.')
    const { id } = await storedEntry(await testData.as(admin), 'Router')
    const log = await accessLog(await testData.as(admin), id)
    expect(log.map(({ action }) => action).sort()).toEqual(['copied', 'copied', 'updated', 'updated', 'updated'])
  })

  test('lets an admin of the agency delete what a colleague shared, and nobody put its ciphertext elsewhere', async ({
    signedIn,
    testData,
    pageErrors,
  }) => {
    pageErrors.expectError('409 PATCH /rest/v1/password_vault')
    const { admin, colleague, agency } = await createAgencyWithVault(testData, [{ title: 'Bank', isShared: true }])
    const theirs = await testData.as(colleague)
    await addVaultEntry(theirs, agency, { title: 'Left behind', isShared: true })
    await addVaultEntry(theirs, agency, { title: 'Personal' })

    // [who-may-do-what.md#rows] The admin sees and deletes shared entries, and no others of the colleague.
    const mine = await signedIn(admin)
    await openVault(mine)
    await expect(titles(mine)).toHaveText([/^Left behind/, /^Bank/])
    await action(mine, 'Left behind', /^Delete/).click()
    await mine.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(mine, 'Deleted')
    await expect(titles(mine)).toHaveText([/^Bank/])

    const { encrypted_password } = await storedEntry(await testData.as(admin), 'Bank')
    const page = await signedIn(colleague)
    await page.route('**/rest/v1/password_vault*', (route) =>
      route.request().method() === 'PATCH'
        ? route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), encrypted_password }) })
        : route.fallback(),
    )
    await openVault(page)
    await unlock(page)
    await action(page, 'Personal', /^Edit/).click()
    await field(page, 'Password').fill('anything')
    await update(page).click()
    await expectDestructiveToast(
      page,
      'Error',
      'This password or these notes were encrypted for another entry. Type them again to save them here.',
    )
    await expect(field(page, 'Password')).toHaveValue('anything')
  })
})
