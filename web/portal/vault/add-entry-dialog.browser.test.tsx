import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { isRow } from '../../testing/fake-table.ts'
import {
  addEntry,
  breakDecryption,
  create,
  dialog,
  field,
  lock,
  openUnlocked,
  titles,
  unlock,
  VAULT,
} from '../../testing/vault-scene.ts'

async function openDialog() {
  const backend = await openUnlocked()
  await addEntry().click()
  return backend
}

const generate = () => dialog().getByRole('button', { name: 'Generate', exact: true })

async function closeByAccident() {
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
}

it('needs a title and a password', async () => {
  const backend = await openDialog()
  await field('Title').fill('   ')
  await create().click()
  await expectDestructiveToast('Error', 'Title and Password are required.')
  await expect.element(dialog().getByText('Enter a title.', { exact: true })).toBeVisible()
  await expect.element(dialog().getByText('Enter a password.', { exact: true })).toBeVisible()
  await field('Title').fill('Router')
  await create().click()
  await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true')
  await field('Website URL').fill('javascript:alert(1)')
  await field('Password').fill('secret')
  await create().click()
  await expect.element(dialog().getByText(/^Enter a web address/)).toBeVisible()
  expect(backend.sent('POST', VAULT)).toEqual([])
})

it('shows how strong its password is, and makes one up', async () => {
  await openDialog()
  for (const [password, strength] of [
    ['a', 'Weak'],
    ['aA', 'Fair'],
    ['aA1', 'Good'],
    ['aA1!', 'Strong'],
    ['aA1!aA1!aA1!', 'Strong'],
  ] as const) {
    await field('Password').fill(password)
    await expect.element(dialog().getByText(strength, { exact: true })).toBeVisible()
  }
  await generate().click()
  await expect.element(field('Password')).toHaveAttribute('type', 'password')
  await dialog().getByRole('button', { name: 'Show password' }).click()
  await expect.element(field('Password')).toHaveAttribute('type', 'text')
  const madeUp = () => {
    const input = field('Password').element()
    return input instanceof HTMLInputElement ? input.value : ''
  }
  const first = madeUp()
  expect(first).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^A-Za-z\d]).{16}$/)
  await generate().click()
  await expect.poll(madeUp).not.toBe(first)
  // A browser that checks spelling over the network would reveal the secret.
  for (const secret of ['Password', 'Notes']) {
    await expect.element(field(secret)).toHaveAttribute('spellcheck', 'false')
  }
  // A browser that fills in forms would insert the password of the portal.
  await expect.element(field('Password')).toHaveAttribute('autocomplete', 'new-password')
})

it('half typed outlives an accident, and not Cancel nor Lock', async () => {
  await openDialog()
  await field('Password').fill('half typed')
  await closeByAccident()
  await expect.element(addEntry()).toHaveFocus()
  await addEntry().click()
  await expect.element(field('Password')).toHaveValue('half typed')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await addEntry().click()
  await expect.element(field('Password')).toHaveValue('')
  await field('Password').fill('half typed')
  await closeByAccident()
  await lock().click()
  await unlock()
  await addEntry().click()
  await expect.element(field('Password')).toHaveValue('')
})

it('needs somebody who is signed in', async () => {
  const backend = await openDialog()
  await field('Title').fill('Router')
  await field('Password').fill('secret')
  localStorage.clear()
  await create().click()
  await expectDestructiveToast('Error', 'Not authenticated')
  await expect.element(field('Title')).toHaveValue('Router')
  expect(backend.sent('POST', VAULT)).toEqual([])
})

it('[vault.md#encryption] sends nothing that does not open again, and says so', async () => {
  const backend = await openDialog()
  await field('Title').fill('Router')
  await field('Password').fill('secret')
  const openAgain = breakDecryption()
  await create().click()
  await expectDestructiveToast('Error', 'What was encrypted did not open again.')
  await expect.element(field('Password')).toHaveValue('secret')
  expect(backend.sent('POST', VAULT)).toEqual([])
  openAgain()
  await create().click()
  await expectToast('Saved')
})

it('that the server refuses says why, and stays until it is saved once', async () => {
  const backend = await openDialog()
  await field('Title').fill('Router')
  await field('Password').fill('secret')
  const makeRoom = backend.answer('POST', VAULT, () => refusal('The safe is full'))
  await create().click()
  await expectDestructiveToast('Error', 'The safe is full')
  const reconnect = backend.answer('POST', VAULT, noAnswer)
  await create().click()
  await expectDestructiveToast('Error', 'Failed to save entry. Please try again.')
  const refused = backend.sent('POST', VAULT).length
  reconnect()
  makeRoom()
  await create().dblClick()
  await expectToast('Saved')
  await expect.element(titles()).toHaveLength(1)
  expect(backend.sent('POST', VAULT)).toHaveLength(refused + 1)
})

it('that was stored although no answer came is not stored twice', async () => {
  const backend = await openDialog()
  await field('Title').fill('Router')
  await field('Password').fill('secret')
  backend.answer('POST', VAULT, ({ body }) => {
    if (isRow(body)) backend.table('password_vault').insert({ owner: null, ...body })
    return noAnswer()
  })
  await create().click()
  await expectToast('Saved')
  await expect.element(titles()).toHaveLength(1)
  expect(backend.sent('POST', VAULT)).toHaveLength(1)
})
