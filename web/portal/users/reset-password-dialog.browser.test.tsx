import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectToast, phone } from '../../testing/expect.ts'
import { noAnswer } from '../../testing/fake-backend.ts'
import { ben, sol } from '../../testing/people.ts'
import { browserContents, openUsers, resetOpener, withPeople } from '../../testing/user-scene.ts'

const RESET = '/functions/v1/reset-user-password'
const SECRET = 'second-secret-2'

async function openDialog() {
  const { backend } = openUsers(withPeople(sol, ben))
  backend.answer('POST', RESET, () => Response.json({ success: true }))
  await reopen()
  return backend
}

async function reopen() {
  await resetOpener('Ben Carter').click()
  await expect.element(dialog()).toMatchTextContent('Ben Carter')
}

async function fill(typed: string, again = typed) {
  await password().fill(typed)
  await confirmation().fill(again)
}

const dialog = () => page.getByRole('dialog', { name: 'Reset Password' })
const password = () => dialog().getByLabelText('New Password')
const confirmation = () => dialog().getByLabelText('Confirm New Password')
const submit = () => dialog().getByRole('button', { name: 'Reset Password' })
const generate = () => dialog().getByRole('button', { name: 'Generate Random Password' })
const copy = () => dialog().getByRole('button', { name: 'Copy' })
const question = () => page.getByRole('alertdialog')
const yes = () => question().getByRole('button', { name: 'Reset Password' })

it('sends userId and newPassword after a second question, once, and keeps the password nowhere', async () => {
  const backend = await openDialog()
  await fill(SECRET)
  await submit().click()
  const warning = 'This action cannot be undone and will immediately change their password.'
  await expect.element(question().getByText(warning)).toBeVisible()
  expect(backend.sent('POST', RESET)).toEqual([])
  await yes().dblClick()
  await expectToast('Password reset successful')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(resetOpener('Ben Carter')).toHaveFocus()
  expect(backend.sent('POST', RESET).map(({ body }) => body)).toEqual([{ userId: ben.id, newPassword: SECRET }])
  expect(browserContents()).not.toContain(SECRET)
})

it('changes nothing on Cancel, in the dialog and in the question', async () => {
  const backend = await openDialog()
  await fill(SECRET)
  await submit().click()
  await question().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(submit()).toHaveFocus()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(resetOpener('Ben Carter')).toHaveFocus()
  expect(backend.sent('POST', RESET)).toEqual([])
  await reopen()
  await expect.element(password()).toHaveValue('')
})

it.each([
  ['a password', '', '', 'Password required', 'Please enter a new password.'],
  ['a password that is not blank', '        ', '        ', 'Password required', 'Please enter a new password.'],
  ['six characters', '12345', '54321', 'Password too short', 'Password must be at least 6 characters long.'],
  ['it twice', '123456', '654321', 'Passwords do not match', 'Please make sure both password fields match.'],
])('asks for %s', async (_what, typed, again, title, text) => {
  await openDialog()
  await fill(typed, again)
  await submit().click()
  await expectDestructiveToast(title, text)
  expect(question().length).toBe(0)
})

it('generates 12 characters of every kind, to read and to copy', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openDialog()
  const seen = new Set<string>()
  for (let times = 1; times <= 5; times += 1) {
    await generate().click()
    await expect.poll(() => seen.add(typedIn(password().element())).size).toBe(times)
    const generated = typedIn(password().element())
    expect(generated).toMatch(/^[A-Za-z0-9!@#$%^&*]{12}$/)
    for (const kind of [/[A-Za-z]/, /[0-9]/, /[!@#$%^&*]/]) expect(generated).toMatch(kind)
    await expect.element(confirmation()).toHaveValue(generated)
    await expect.element(dialog().getByText(generated)).toBeVisible()
  }
  await copy().click()
  await expectToast('Copied', 'Password copied to clipboard.')
  expect(write).toHaveBeenCalledExactlyOnceWith(typedIn(password().element()))
  await expect.element(dialog()).toBeVisible()
})

const typedIn = (field: Element) => (field instanceof HTMLInputElement ? field.value : '')

it('says when the clipboard refuses the copy', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  await openDialog()
  await generate().click()
  await copy().click()
  await expectDestructiveToast('Error', 'The password could not be copied. Please copy it manually.')
})

it.each([
  ['the message of the function', () => Response.json({ error: 'User not found' }, { status: 404 }), 'User not found'],
  ['its own where there is none', noAnswer, 'Failed to reset password. Please try again.'],
])('fails with %s, and keeps what was typed', async (_what, answer, said) => {
  const backend = await openDialog()
  backend.answer('POST', RESET, answer)
  await fill(SECRET)
  await submit().click()
  await yes().click()
  await expectDestructiveToast('Reset failed', said)
  await expect.element(password()).toHaveValue(SECRET)
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('is accessible on %s, with its question, too', async (_device, size) => {
  await openDialog()
  await page.viewport(...size)
  await generate().click()
  await expectAccessible()
  await submit().click()
  await expect.element(question()).toBeVisible()
  await expectAccessible()
})
