import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeClipboard } from '../../testing/fake-clipboard.ts'
import { expectDestructiveToast, expectToast } from '../../testing/see.ts'
import {
  action,
  addEntry,
  create,
  dialog,
  entry,
  field,
  LOCKED,
  lock,
  openOn,
  openUnlocked,
  openVault,
  PASSPHRASE,
  passphraseField,
  sealed,
  stored,
  unlock,
  VAULT,
  withEntries,
} from '../../testing/vault-scene.ts'
import { decrypt } from './encryption.ts'

it('opens the vault, and Lock clears it', async () => {
  await openVault({ title: 'Router' })
  await expect.element(passphraseField()).toHaveAttribute('type', 'password')
  await expect.element(passphraseField()).toHaveAttribute('autocomplete', 'new-password')
  await unlock()
  await expect.element(passphraseField()).not.toBeInTheDocument()
  await lock().click()
  await expect.element(passphraseField()).toHaveFocus()
  await expect.element(passphraseField()).toHaveValue('')
  await action('Router', /^Copy Password/).click()
  await expectDestructiveToast('Error', LOCKED)
})

it('is asked for by whatever needs it, and nothing typed is lost on the way', async () => {
  const backend = await openVault({ title: 'Router' })
  const again = async () => {
    await expectDestructiveToast('Error', LOCKED)
    await page.getByRole('button', { name: 'Close notification' }).last().click()
    await expect.element(page.getByText(LOCKED, { exact: true })).not.toBeInTheDocument()
  }
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await again()
  await action('Router', /^Copy Password/).click()
  await expect.element(passphraseField()).toHaveFocus()
  await again()
  await action('Router', /^Edit/).click()
  await again()
  await expect.element(dialog()).not.toBeInTheDocument()
  await addEntry().click()
  await field('Title').fill('Mail')
  await field('Password').fill('secret')
  await create().click()
  await expectDestructiveToast('Error', LOCKED)
  expect(backend.sent('POST', VAULT)).toEqual([])

  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await unlock()
  await addEntry().click()
  await expect.element(field('Title')).toHaveValue('Mail')
  await create().click()
  await expectToast('Saved')
  expect(await decrypt(String(stored(backend, 'Mail')?.encrypted_password), PASSPHRASE)).toBe('secret')
})

it('tells how many entries the passphrase opens, and which', async () => {
  await openUnlocked(
    { title: 'Old', encrypted_password: await sealed('secret', 'the one before') },
    { title: 'Damaged', encrypted_password: (await sealed()).replace('"v":1', '"v":2') },
    { title: 'Router' },
  )
  await expect.element(page.getByText('This passphrase opens 1 of 3 entries.', { exact: true })).toBeVisible()
  await expect.element(entry('Router')).toMatchTextContent('opens with this passphrase')
  await expect.element(entry('Old')).toMatchTextContent('Another passphrase')
  await expect.element(entry('Damaged')).toMatchTextContent('Invalid payload')
})

it('says that it opens nothing, beside the form and not in its way', async () => {
  await openVault({ title: 'Router' }, { title: 'Mail' })
  await unlock('corect horse')
  const sentence =
    'This passphrase opens none of the entries here, 2 in all. What you save now will open with this passphrase only. Nobody can recover a lost passphrase.'
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  await addEntry().click()
  await expect.element(dialog().getByText(sentence, { exact: true })).toBeVisible()
  await field('Title').fill('New')
  await field('Password').fill('secret')
  await create().click()
  await expectToast('Saved')
  await expect.element(page.getByText('This passphrase opens 1 of 3 entries.', { exact: true })).toBeVisible()
})

it('says that it is the very first', async () => {
  await openUnlocked()
  const sentence =
    'There are no entries yet: the first one will open with this passphrase only. Nobody can recover a lost passphrase.'
  await expect.element(page.getByRole('main').getByRole('status').getByText(sentence, { exact: true })).toBeVisible()
})

it('[vault.md#passphrase] need not be entered by a button where it is needed at once', async () => {
  const clipboard = fakeClipboard()
  await openVault({ title: 'Router' })
  await passphraseField().fill(PASSPHRASE)
  await action('Router', /^Copy Password/).click()
  await expectToast('Copied')
  expect(clipboard.text).toBe('secret')
  await expect.element(lock()).toBeVisible()
})

it('[vault.md#passphrase] is forgotten after ten minutes without use, with everything that was typed', async () => {
  const MINUTE_MS = 60_000
  await openVault({ title: 'Router' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  await unlock()
  await vi.advanceTimersByTimeAsync(9 * MINUTE_MS)
  await addEntry().click()
  await field('Password').fill('half typed')
  await vi.advanceTimersByTimeAsync(9.8 * MINUTE_MS)
  await expect.element(dialog()).toBeVisible()
  await vi.advanceTimersByTimeAsync(0.5 * MINUTE_MS)
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText(/It was not used for 10 minutes\./)).toBeVisible()
  await unlock()
  await addEntry().click()
  await expect.element(field('Password')).toHaveValue('')
})

it('[vault.md#passphrase] lasts from screen to screen, and not over a reload', async () => {
  const portal = openOn(await withEntries({ title: 'Router' }))
  await unlock()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect.element(lock()).not.toBeInTheDocument()
  await expect.poll(() => portal.location).toBe('/dashboard/clients')
  await page.getByRole('link', { name: 'Password Vault', exact: true }).click()
  await expect.element(lock()).toBeVisible()
  portal.reload()
  await expect.element(passphraseField()).toBeVisible()
})
