import { expect, test } from '../test.ts'
import { createAgencyWithVault, openVault, signInAlone, unlock } from './vault-scene.ts'

test.describe('[vault.md#passphrase] the passphrase', () => {
  test('is gone when another tab signs out', async ({ anotherWindow, testData }) => {
    const { admin } = await createAgencyWithVault(testData, [{ title: 'Router' }])
    const page = await anotherWindow()
    await signInAlone(page, testData, admin)
    await openVault(page)
    await unlock(page)
    const tab = await page.context().newPage()
    await tab.goto('/dashboard')
    await tab.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Lock', exact: true })).toHaveCount(0)
  })
})
