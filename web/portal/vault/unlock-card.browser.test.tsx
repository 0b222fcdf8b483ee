import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import { fakeClipboard } from '../../testing/fake-clipboard.ts'
import {
  action,
  addEntry,
  create,
  dialog,
  entry,
  field,
  LOCKED,
  lock,
  openUnlocked,
  openVault,
  openVaultOn,
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
  await expect.element(page.getByText('Opens 1 of 3', { exact: true })).toBeVisible()
  await expect.element(entry('Router')).toMatchTextContent('opens with this passphrase')
  await expect.element(entry('Old')).toMatchTextContent('Another passphrase')
  await expect.element(entry('Damaged')).toMatchTextContent('Invalid payload')
})

const NOTHING_OPENS = 'No entry opens with this passphrase. Try again.'

it('[vault.md#checking-the-passphrase] says that it opens nothing, and takes another', async () => {
  await openVault({ title: 'Router' }, { title: 'Mail' })
  await unlock('corect horse')
  await expect.element(page.getByRole('heading', { name: NOTHING_OPENS, exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Unlocked', exact: true })).not.toBeInTheDocument()
  const tried = page.getByText('Check the keyboard layout and Caps Lock.')
  await expect.element(tried).toBeVisible()
  await unlock()
  await expect.element(page.getByRole('heading', { name: 'Unlocked', exact: true })).toBeVisible()
  await expect.element(page.getByText('Opens 2 of 2', { exact: true })).toBeVisible()
  await expect.element(passphraseField()).not.toBeInTheDocument()
})

/** The painted colour of the lock beside this heading. */
function lockColour(heading: string) {
  const card = page.getByRole('heading', { name: heading, exact: true }).query()?.closest('section')
  const lock = card?.querySelector('svg')
  return lock && getComputedStyle(lock).color
}

const painted = (colour: string) => {
  const probe = document.body.appendChild(document.createElement('span'))
  probe.style.color = `var(--color-${colour})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

it('[vault.md#checking-the-passphrase] has a grey lock while it tries, a green one once an entry opens, and an amber one if none does', async () => {
  await openVault({ title: 'Router' })
  const [grey, green, amber] = [painted('ink-soft'), painted('success'), painted('warning')]
  expect(new Set([grey, green, amber, painted('ink')]).size).toBe(4)
  const tried = Promise.withResolvers<void>()
  const derive = crypto.subtle.deriveKey.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((...given) => tried.promise.then(() => derive(...given)))
  await unlock('corect horse')
  await expect.poll(() => lockColour('Unlocked')).toBe(grey)
  tried.resolve()
  await expect.poll(() => lockColour(NOTHING_OPENS)).toBe(amber)
  await unlock()
  await expect.poll(() => lockColour('Unlocked')).toBe(green)
})

it('[vault.md#checking-the-passphrase] takes the next one too from whoever goes straight on', async () => {
  const clipboard = fakeClipboard()
  await openVault({ title: 'Router' })
  await unlock('corect horse')
  await expect.element(page.getByRole('heading', { name: NOTHING_OPENS })).toBeVisible()
  await passphraseField().fill(PASSPHRASE)
  await action('Router', /^Copy Password/).click()
  await expectToast('Copied')
  expect(clipboard.text).toBe('secret')
})

it('[vault.md#checking-the-passphrase] calls nothing wrong where everything is damaged', async () => {
  await openUnlocked({ title: 'Damaged', encrypted_password: '{}' })
  await expect.element(entry('Damaged')).toMatchTextContent('Invalid payload')
  await expect.element(page.getByRole('heading', { name: 'Unlocked', exact: true })).toBeVisible()
})

it('[vault.md#checking-the-passphrase] asks before a second one comes into being', async () => {
  const backend = await openVault({ title: 'Router' }, { title: 'Mail' })
  await unlock('corect horse')
  await addEntry().click()
  await field('Title').fill('New')
  await field('Password').fill('secret')
  await create().click()
  const question = page.getByRole('alertdialog', { name: 'Use a second passphrase?' })
  await expect
    .element(question)
    .toMatchTextContent(
      'None of the entries here, 2 in all, opens with this passphrase. The new entry will open with it only, and nobody can recover a lost passphrase.',
    )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(backend.sent('POST', VAULT)).toEqual([])
  await expect.element(field('Title')).toHaveValue('New')

  await create().click()
  await question.getByRole('button', { name: 'Create Anyway' }).click()
  await expectToast('Saved')
  await expect.element(page.getByText('Opens 1 of 3', { exact: true })).toBeVisible()
  await addEntry().click()
  await field('Title').fill('Newer')
  await field('Password').fill('secret')
  await create().click()
  await expect.element(entry('Newer')).toBeVisible()
})

it('[vault.md#checking-the-passphrase] asks before the check is over, where the newest ten do not open', async () => {
  const old = await sealed('secret', 'the one before')
  const backend = await withEntries(...Array.from({ length: 14 }, () => ({ title: 'Old', encrypted_password: old })))
  // Every payload has a salt of its own, so the last one is not tried within the test.
  backend.table('password_vault').rows.forEach((row, place) => {
    row.encrypted_password = old.replace(/"nonce":".{16}/, `"nonce":"${btoa(String(place).padStart(12))}`)
  })
  openVaultOn(backend)
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
  let tried = 0
  vi.spyOn(crypto.subtle, 'decrypt').mockImplementation((...given) => {
    tried += 1
    return tried > 11 ? new Promise(() => {}) : decrypt(...given)
  })
  await unlock('corect horse')
  await addEntry().click()
  await field('Title').fill('New')
  await field('Password').fill('secret')
  await create().click()
  const question = page.getByRole('alertdialog', { name: 'Use a second passphrase?' })
  await expect.element(question).toMatchTextContent(/None of the entries tried so far, 1[01] of 14, opens/)
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
  vi.advanceTimersByTime(9 * MINUTE_MS)
  await addEntry().click()
  await field('Password').fill('half typed')
  vi.advanceTimersByTime(9.8 * MINUTE_MS)
  await expect.element(dialog()).toBeVisible()
  vi.advanceTimersByTime(0.5 * MINUTE_MS)
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText(/Locked after 10 minutes without use\./)).toBeVisible()
  await unlock()
  await addEntry().click()
  await expect.element(field('Password')).toHaveValue('')
})

it('[vault.md#passphrase] lasts from screen to screen, and not over a reload', async () => {
  const portal = openVaultOn(await withEntries({ title: 'Router' }))
  await unlock()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect.element(lock()).not.toBeInTheDocument()
  await expect.poll(() => portal.location).toBe('/dashboard/clients')
  await page.getByRole('link', { name: 'Password Vault', exact: true }).click()
  await expect.element(lock()).toBeVisible()
  portal.reload()
  await expect.element(passphraseField()).toBeVisible()
})
