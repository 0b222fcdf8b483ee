import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import {
  action,
  breakDecryption,
  changeElsewhere,
  dialog,
  field,
  openUnlocked,
  PASSPHRASE,
  sealed,
  stored,
  update,
} from '../../testing/vault-scene.ts'
import { decrypt } from './encryption.ts'

const edit = (title = 'Router') => action(title, /^Edit/)
const notice = () => dialog().getByText(/^You changed this entry in another window/)
const removeNotes = () => field('Remove the stored notes')
const discard = () => dialog().getByRole('button', { name: 'Discard This Version' })
const opened = (payload: unknown) => decrypt(String(payload), PASSPHRASE)

async function closeByAccident() {
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
}

it('can remove its notes, which nobody is shown', async () => {
  const backend = await openUnlocked({ title: 'Router', encrypted_notes: await sealed('Under the desk') })
  await edit().click()
  await removeNotes().click()
  await update().click()
  await expectToast('Updated')
  expect(stored(backend, 'Router')).toMatchObject({ encrypted_notes: null })

  await edit().click()
  await expect.element(field('Notes')).toBeVisible()
  await expect.element(removeNotes()).not.toBeInTheDocument()
})

it('replaces notes by what is typed, also by who wanted to remove them first', async () => {
  const backend = await openUnlocked({ title: 'Router', encrypted_notes: await sealed('Under the desk') })
  await edit().click()
  await removeNotes().click()
  await field('Notes').fill('In the drawer')
  await expect.element(removeNotes()).not.toBeInTheDocument()
  await update().click()
  await expectToast('Updated')
  expect(await opened(stored(backend, 'Router')?.encrypted_notes)).toBe('In the drawer')
})

it('[vault.md#encryption] keeps the notes that are stored where the new ones do not open again', async () => {
  const backend = await openUnlocked({ title: 'Router', encrypted_notes: await sealed('Under the desk') })
  await edit().click()
  await field('Notes').fill('In the drawer')
  const openAgain = breakDecryption()
  await update().click()
  await expectDestructiveToast('Error', 'What was encrypted did not open again.')
  openAgain()
  expect(await opened(stored(backend, 'Router')?.encrypted_notes)).toBe('Under the desk')
})

it('in two windows overwrites nothing unasked', async () => {
  const backend = await openUnlocked({ title: 'Router', encrypted_password: await sealed('first') })
  await edit().click()
  await expect.element(field('Password')).toHaveValue('first')
  changeElsewhere(backend, 'Router', { encrypted_password: await sealed('second') })
  await field('Username').fill('root')
  await update().click()
  await expect.element(notice()).toBeVisible()
  await expect.element(field('Username')).toHaveValue('root')
  expect(stored(backend, 'Router')).toMatchObject({ username: null })
  await discard().click()
  await expect.element(notice()).not.toBeInTheDocument()
  await expect.element(field('Username')).toHaveValue('')
  await expect.element(field('Password')).toHaveValue('second')

  changeElsewhere(backend, 'Router', { encrypted_password: await sealed('third') })
  await field('Password').fill('mine')
  await update().click()
  await dialog().getByRole('button', { name: 'Keep This Version' }).click()
  await expectToast('Updated')
  expect(await opened(stored(backend, 'Router')?.encrypted_password)).toBe('mine')
})

it('taken up again after it was changed elsewhere tells of it at once', async () => {
  const backend = await openUnlocked({ title: 'Router' })
  await edit().click()
  await field('Username').fill('root')
  await closeByAccident()
  changeElsewhere(backend, 'Router', { username: 'admin' })
  await edit().click()
  await expect.element(notice()).toBeVisible()
  await expect.element(field('Username')).toHaveValue('root')
  await discard().click()
  await expect.element(field('Username')).toHaveValue('admin')
})

it('keeps what was typed when it is closed by accident', async () => {
  await openUnlocked({ title: 'Router' }, { title: 'Mail' })
  await edit().click()
  await field('Notes').fill('half typed')
  await closeByAccident()
  await expect.element(edit()).toHaveFocus()
  await edit('Mail').click()
  await expect.element(field('Notes')).toHaveValue('')
  await closeByAccident()
  await edit().click()
  await expect.element(field('Notes')).toHaveValue('half typed')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await edit().click()
  await expect.element(field('Notes')).toHaveValue('')
})

it.each([
  ['a damaged payload', async () => '{"v":1}', 'Invalid payload'],
  ['another passphrase', () => sealed('secret', 'another'), 'This entry does not open with this passphrase.'],
])('with %s says so and takes a new password', async (_what, payload, message) => {
  const backend = await openUnlocked({ title: 'Router', encrypted_password: await payload() })
  await edit().click()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(message)
  await update().click()
  await expectDestructiveToast('Error', 'Title and Password are required.')
  await field('Password').fill('new secret')
  await update().click()
  await expectToast('Updated')
  expect(await opened(stored(backend, 'Router')?.encrypted_password)).toBe('new secret')
})
