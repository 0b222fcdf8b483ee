import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import {
  action,
  addEntry,
  clipboard,
  dialog,
  field,
  house,
  openVault,
  PASSPHRASE,
  passphraseField,
  signInAlone,
  unlock,
  withClipboard,
} from './vault-scene.ts'

test.describe('[vault.md#passphrase] the passphrase', () => {
  test('need not be entered by a button where it is needed at once', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin, withClipboard)
    await openVault(page)
    await passphraseField(page).fill(PASSPHRASE)
    await action(page, 'Router', /^Copy Password/).click()
    await expectToast(page, 'Copied')
    expect(await clipboard(page)).toBe('secret')
    await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
  })

  test('is forgotten after ten minutes without use, with everything that was typed', async ({
    signedIn,
    backstage,
  }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    await page.clock.install()
    await openVault(page)
    await unlock(page)
    await page.clock.fastForward('09:00')
    await addEntry(page).click()
    await field(page, 'Password').fill('half typed')
    await page.clock.fastForward('09:50')
    await expect(dialog(page)).toBeVisible()
    await page.clock.fastForward('00:30')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('It was not used for 10 minutes.')).toBeVisible()
    await unlock(page)
    await addEntry(page).click()
    await expect(field(page, 'Password')).toHaveValue('')
  })

  test('lasts from screen to screen, and not over a reload', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
    await page.getByRole('link', { name: 'Password Vault', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
    await page.reload()
    await expect(passphraseField(page)).toBeVisible()
  })

  test('is gone when another tab signs out', async ({ anotherWindow, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await anotherWindow()
    await signInAlone(page, backstage, admin)
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
