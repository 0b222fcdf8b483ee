import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { sealed, unsealed } from '../vault-payload.ts'
import {
  action,
  addEntry,
  calls,
  clipboard,
  create,
  damage,
  dialog,
  entry,
  field,
  house,
  LOCKED,
  openVault,
  PASSPHRASE,
  passphraseField,
  signInAlone,
  stored,
  unlock,
  withClipboard,
} from './vault-scene.ts'

test.describe('[vault.md#passphrase] the passphrase', () => {
  test('opens the vault, and Lock clears it', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    await openVault(page)
    await expect(passphraseField(page)).toHaveAttribute('type', 'password')
    await expect(passphraseField(page)).toHaveAttribute('autocomplete', 'new-password')
    await unlock(page)
    await expect(passphraseField(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(passphraseField(page)).toBeFocused()
    await expect(passphraseField(page)).toHaveValue('')
    await action(page, 'Router', /^Copy Password/).click()
    await expectDestructiveToast(page, 'Error', LOCKED)
  })

  test('is asked for by whatever needs it', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    await openVault(page)
    const sent = calls(page, 'password_vault')
    const message = page.getByText(LOCKED, { exact: true })
    const again = async () => {
      await expect(message.last()).toBeVisible()
      await page.getByRole('button', { name: 'Close notification' }).last().click()
      await expect(message).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await again()
    await action(page, 'Router', /^Copy Password/).click()
    await expect(passphraseField(page)).toBeFocused()
    await again()
    await action(page, 'Router', /^Edit/).click()
    await again()
    await expect(dialog(page)).toHaveCount(0)
    await addEntry(page).click()
    await field(page, 'Title').fill('Mail')
    await field(page, 'Password').fill('secret')
    await create(page).click()
    await expectDestructiveToast(page, 'Error', LOCKED)
    expect(sent('POST')).toEqual([])

    // Nothing typed is lost on the way to it.
    await page.keyboard.press('Escape')
    await unlock(page)
    await addEntry(page).click()
    await expect(field(page, 'Title')).toHaveValue('Mail')
    await create(page).click()
    await expectToast(page, 'Saved')
    expect(unsealed((await stored(await backstage.as(admin), 'Mail')).encrypted_password, PASSPHRASE)).toBe('secret')
  })

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

  test('is told how many entries it opens, and which', async ({ signedIn, backstage }) => {
    const payload = sealed('secret', PASSPHRASE)
    const { admin } = await house(backstage, [
      { title: 'Old', passphrase: 'the one before' },
      { title: 'Damaged', encrypted_password: payload },
      { title: 'Router' },
    ])
    const page = await signedIn(admin)
    await damage(page, new Map([[payload, payload.replace('"v":1', '"v":2')]]))
    await openVault(page)
    await unlock(page)
    await expect(page.getByText('This passphrase opens 1 of 3 entries.', { exact: true })).toBeVisible()
    await expect(entry(page, 'Router')).toContainText('opens with this passphrase')
    await expect(entry(page, 'Old')).toContainText('Another passphrase')
    await expect(entry(page, 'Damaged')).toContainText('Invalid payload')
  })

  test('that opens nothing is said to do so, beside the form and not in its way', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [{ title: 'Router' }, { title: 'Mail' }])
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page, 'corect horse')
    const sentence =
      'This passphrase opens none of the entries here, 2 in all. What you save now will open with this passphrase only. Nobody can recover a lost passphrase.'
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    await addEntry(page).click()
    await expect(dialog(page).getByText(sentence, { exact: true })).toBeVisible()
    await field(page, 'Title').fill('New')
    await field(page, 'Password').fill('secret')
    await create(page).click()
    await expectToast(page, 'Saved')
    await expect(page.getByText('This passphrase opens 1 of 3 entries.', { exact: true })).toBeVisible()
  })

  test('that is the very first is said to be so', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage)
    const page = await signedIn(admin)
    await openVault(page)
    await unlock(page)
    await expect(page.getByRole('main').getByRole('status').last()).toHaveText(
      'There are no entries yet: the first one will open with this passphrase only. Nobody can recover a lost passphrase.',
    )
  })
})
