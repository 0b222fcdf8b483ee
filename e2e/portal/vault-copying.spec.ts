import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import {
  accessLog,
  action,
  clipboard,
  createAgencyWithVault,
  openVault,
  passphraseField,
  signInAlone,
  storedEntry,
  unlock,
  withClipboard,
} from './vault-scene.ts'

test.describe('[vault.md#copying] copying a password', () => {
  test('decrypts it, puts it on the clipboard and records it, until Lock or Sign Out clears it', async ({
    anotherWindow,
    testData,
  }) => {
    const { admin } = await createAgencyWithVault(testData, [{ title: 'Router', password: ' Tr0ub4dor&3 ' }])
    const owner = await testData.as(admin)
    const { id } = await storedEntry(owner, 'Router')
    const page = await anotherWindow(withClipboard)
    const lock = page.getByRole('button', { name: 'Lock', exact: true })
    await signInAlone(page, testData, admin)
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expectToast(page, 'Copied', 'Password copied to clipboard.')
    expect(await clipboard(page)).toBe(' Tr0ub4dor&3 ')
    const agent = await page.evaluate(() => navigator.userAgent)
    await expect.poll(() => accessLog(owner, id)).toEqual([{ action: 'copied', user_agent: agent }])

    // Locking the vault clears the clipboard if it still holds the copied password.
    await lock.click()
    await expectToast(page, 'Clipboard cleared', 'The copied password was removed.')
    expect(await clipboard(page)).toBe('')
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expect.poll(() => clipboard(page)).toBe(' Tr0ub4dor&3 ')
    await page.evaluate(() => navigator.clipboard.writeText('something else'))
    await lock.click()
    await expect(passphraseField(page)).toBeVisible()
    expect(await clipboard(page)).toBe('something else')

    // Signing out locks the vault and clears the clipboard too.
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expect.poll(() => clipboard(page)).toBe(' Tr0ub4dor&3 ')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page).toHaveURL('/')
    expect(await clipboard(page)).toBe('')
  })

  test('says what the browser said when it refuses', async ({ signedIn, testData }) => {
    const { admin } = await createAgencyWithVault(testData, [{ title: 'Router' }])
    const page = await signedIn(admin)
    const browser = await page.context().newCDPSession(page)
    const permission = { name: 'clipboard-write', allowWithoutSanitization: false }
    await browser.send('Browser.setPermission', { permission, setting: 'denied' })
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expectDestructiveToast(page, 'Error')
    await expect(page.getByText(/Write permission denied/)).toBeVisible()
    await expect(page.getByText('Copied', { exact: true })).toHaveCount(0)
  })

  test('is not said to be undone where the browser does not let the page look', async ({ signedIn, testData }) => {
    const { admin } = await createAgencyWithVault(testData, [{ title: 'Router' }])
    const page = await signedIn(admin, { permissions: ['clipboard-write'] })
    const browser = await page.context().newCDPSession(page)
    await browser.send('Browser.setPermission', { permission: { name: 'clipboard-read' }, setting: 'denied' })
    await openVault(page)
    await unlock(page)
    await action(page, 'Router', /^Copy Password/).click()
    await expectToast(page, 'Copied')
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expectToast(
      page,
      'Check your clipboard',
      'The browser doesn’t let us check it. The copied password may still be there.',
    )
    await expect(page.getByText('Clipboard cleared')).toHaveCount(0)
  })
})
