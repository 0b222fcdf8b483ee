import { expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import { noAnswer } from '../../testing/fake-backend.ts'
import { fakeClipboard } from '../../testing/fake-clipboard.ts'
import { ana, ben, north } from '../../testing/people.ts'
import {
  action,
  dialog,
  entry,
  field,
  lock,
  openUnlocked,
  openVault,
  openVaultOn,
  PASSPHRASE,
  passphraseField,
  sealed,
  titles,
  unlock,
  VAULT,
  withEntries,
} from '../../testing/vault-scene.ts'

const copy = (title = 'Router') => action(title, /^Copy Password/)
const copied = () => expectToast('Copied', 'Password copied to clipboard.')
const question = () => page.getByRole('alertdialog')

it('[vault.md#copying] copying decrypts the password, puts it on the clipboard and records it', async () => {
  const clipboard = fakeClipboard()
  const backend = await openUnlocked({ id: 'e1', title: 'Router', encrypted_password: await sealed(' Tr0ub4dor&3 ') })
  await copy().click()
  await copied()
  expect(clipboard.text).toBe(' Tr0ub4dor&3 ')
  expect(backend.table('vault_access_logs').rows).toEqual([
    expect.objectContaining({ vault_entry_id: 'e1', action: 'copied', user_agent: navigator.userAgent }),
  ])
})

it.each([
  ['a damaged payload', async () => 'not even JSON', 'Invalid payload'],
  ['another passphrase', () => sealed('secret', 'another'), 'This entry does not open with this passphrase.'],
])('[vault.md#copying] copying fails for %s, and for that entry alone', async (_what, payload, message) => {
  const clipboard = fakeClipboard()
  await openUnlocked({ title: 'Broken', encrypted_password: await payload() }, { title: 'Router' })
  await copy('Broken').click()
  await expectDestructiveToast('Error', message)
  await copy().click()
  await copied()
  expect(clipboard.text).toBe('secret')
})

it('[vault.md#copying] copying writes while the click is handled where a browser wants that', async () => {
  const clipboard = fakeClipboard()
  // The code recognises Safari by this class.
  vi.stubGlobal('GestureEvent', class {})
  await openUnlocked({ title: 'Router' })
  await copy().click()
  await copied()
  expect(clipboard.text).toBe('secret')
  expect(navigator.clipboard.write).toHaveBeenCalledOnce()
  expect(navigator.clipboard.writeText).not.toHaveBeenCalled()
})

it('[vault.md#copying] Lock leaves alone what was copied since from elsewhere', async () => {
  const clipboard = fakeClipboard()
  await openUnlocked({ title: 'Router' })
  await copy().click()
  await copied()
  clipboard.text = 'something else'
  await lock().click()
  await expect.element(passphraseField()).toBeVisible()
  expect(clipboard.text).toBe('something else')
})

it('[vault.md#sharing] lets nobody else edit, and says so instead of failing', async () => {
  const { backend } = openVaultOn(
    await withEntries({ title: 'Router', owner: { display_name: 'Ana Reyes' }, agency_id: north }),
    ben,
  )
  await unlock()
  await action('Router', /^Edit/).click()
  await expectToast('Read only', 'This entry was shared by Ana Reyes. Only its owner can edit it.')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(action('Router', /^Delete/)).not.toBeInTheDocument()
  expect(backend.sent('PATCH', VAULT)).toEqual([])
})

it('[vault.md#deleting] deleting asks first, and Cancel changes nothing', async () => {
  const backend = await openVault({ title: 'Router' })
  await action('Router', /^Delete/).click()
  await expect.element(question()).toMatchTextContent('cannot be undone')
  await question().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(action('Router', /^Delete/)).toHaveFocus()
  expect(backend.sent('DELETE', VAULT)).toEqual([])
})

it('[vault.md#failures] copying, opening and deleting an entry say so when nobody answers', async () => {
  fakeClipboard()
  const backend = await openUnlocked({ title: 'Router' })
  for (const method of ['GET', 'HEAD', 'DELETE'] as const) backend.answer(method, VAULT, noAnswer)
  await copy().click()
  await expectDestructiveToast('Error', 'Failed to copy password. Please try again.')
  await action('Router', /^Edit/).click()
  await expectDestructiveToast('Error', 'Failed to open entry. Please try again.')
  await action('Router', /^Delete/).click()
  await question().getByRole('button', { name: 'Delete' }).click()
  await expectDestructiveToast('Error', 'Failed to delete entry. Please try again.')
  await expect.element(titles()).toHaveLength(1)
})

/** Presses Tab until the target has the focus. */
async function tabTo(target: Locator) {
  await expect.element(target).toBeVisible()
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (target.element() === document.activeElement) return
    await userEvent.keyboard('{Tab}')
  }
  throw new Error(`The Tab key does not lead to ${target.selector}.`)
}

it('[vault.md#password-vault] everything is done with the keyboard alone', async () => {
  const clipboard = fakeClipboard()
  await openVault({ title: 'Router' })
  await tabTo(passphraseField())
  await userEvent.keyboard(`${PASSPHRASE}{Enter}`)
  await expect.element(page.getByRole('heading', { name: 'Unlocked', exact: true })).toHaveFocus()

  await tabTo(copy())
  await userEvent.keyboard('{Enter}')
  await copied()
  await expect.element(copy()).toHaveFocus()
  expect(clipboard.text).toBe('secret')

  await tabTo(action('Router', /^Show the password/))
  await userEvent.keyboard('{Enter}')
  const shown = page.getByRole('region', { name: 'Password and notes of Router' })
  await expect.element(shown).toBeVisible()
  await expect.element(action('Router', /^Hide the password/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(shown).not.toBeInTheDocument()
  await expect.element(action('Router', /^Show the password/)).toHaveFocus()

  await tabTo(action('Router', /^Edit/))
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Title')).toHaveFocus()
  await tabTo(field('Username'))
  await userEvent.keyboard('root')
  await tabTo(dialog().getByRole('button', { name: 'Generate' }))
  await userEvent.keyboard(' ')
  await tabTo(field('Favorite'))
  await userEvent.keyboard(' {Tab}')
  await tabTo(dialog().getByRole('button', { name: 'Update' }))
  await userEvent.keyboard('{Enter}')
  await expectToast('Updated')
  await expect.element(action('Router', /^Edit/)).toHaveFocus()
  await expect.element(entry('Router')).toMatchTextContent('root')

  await userEvent.keyboard('{Tab}')
  await expect.element(action('Router', /^Delete/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question()).toBeVisible()
  await userEvent.keyboard('{Tab}{Enter}')
  await expectToast('Deleted')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

it('[vault.md#taking-over] an admin takes over an entry whose owner left, and edits it then', async () => {
  const backend = await withEntries({ id: 'e1', title: 'Router', user_id: null, agency_id: north, owner: null })
  const ids = ['e1']
  backend.answer('GET', '/rest/v1/rpc/entries_to_take_over', () => Response.json(ids))
  backend.answer('POST', '/rest/v1/rpc/take_over_entry', ({ body }) => {
    expect(body).toEqual({ entry: 'e1' })
    ids.pop()
    backend.table('password_vault').update(new URLSearchParams({ id: 'eq.e1' }), { user_id: ana.id })
    return new Response(null, { status: 204 })
  })
  openVaultOn(backend)
  await action('Router', /^Take over/).click()
  await expectToast('Taken over', 'The entry is yours now, and stays shared.')
  await expect.element(action('Router', /^Edit Router$/)).toBeVisible()
})
