import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, phone } from '../../testing/expect.ts'
import { noAnswer } from '../../testing/fake-backend.ts'
import { ana, north, type Person, sol, south } from '../../testing/people.ts'
import { openUsers, title, withPeople } from '../../testing/user-scene.ts'

const INVITE = '/functions/v1/invite-user'
const dana = { email: 'dana@north.test', name: 'Dana New' }

async function openDialog(as: Person = ana) {
  const backend = withPeople(as)
  backend.table('agencies').insert({ id: north, name: 'North' })
  backend.table('agencies').insert({ id: south, name: 'South' })
  openUsers(backend, as)
  await expect.element(title(1)).toBeVisible()
  await opener().click()
  await expect.element(dialog()).toBeVisible()
  return backend
}

async function fill({ email, name } = dana) {
  await field('Email').fill(email)
  await field('Full Name').fill(name)
}

const opener = () => page.getByRole('button', { name: 'Invite' })
const dialog = () => page.getByRole('dialog', { name: 'Invite' })
const field = (label: string) => dialog().getByLabelText(label)
const submit = () => dialog().getByRole('button', { name: 'Send Invitation' })

it('invites staff, into the agency admin’s own agency, which it does not ask for', async () => {
  const backend = await openDialog()
  backend.answer('POST', INVITE, () => Response.json({ user: {} }))
  await expect.element(field('Role')).toHaveValue('agency_staff')
  await expect.element(field('Role')).toHaveAccessibleDescription(/^Works with the clients/)
  await expect.element(field('Agency')).not.toBeInTheDocument()
  await expectTexts(field('Role').getByRole('option'), ['user', 'agency_staff'])
  await fill({ ...dana, name: '  Dana New ' })
  await submit().dblClick()
  await expectToast('Invitation sent')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  expect(backend.sent('POST', INVITE).map(({ body }) => body)).toEqual([{ ...dana, role: 'agency_staff' }])
})

it('suggests their own agency to super admins, or the one that the list is narrowed to', async () => {
  await openDialog(sol)
  await expectTexts(field('Agency').getByRole('option'), ['North', 'South'])
  await expect.element(field('Agency')).toHaveValue(north)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('combobox', { name: 'Agency' }).selectOptions('South')
  await opener().click()
  await expect.element(field('Agency')).toHaveValue(south)
})

it('asks super admins without an agency for one, and once more before it makes a super admin', async () => {
  const backend = await openDialog({ ...sol, agency_id: null })
  backend.answer('POST', INVITE, () => Response.json({ user: {} }))
  await expectTexts(field('Agency').getByRole('option'), ['Choose an agency', 'North', 'South'])
  await fill()
  await field('Role').selectOptions('super_admin')
  await submit().click()
  await expectDestructiveToast('Missing required fields', 'Choose the agency they work for.')
  await expect.element(field('Agency')).toHaveAccessibleDescription('Choose an agency.')
  await field('Agency').selectOptions('South')
  await submit().click()
  const question = page.getByRole('alertdialog', { name: 'Make Dana New a super admin?' })
  expect(backend.sent('POST', INVITE)).toEqual([])
  await question.getByRole('button', { name: 'Send Invitation' }).click()
  await expectToast('Invitation sent')
  const sent = backend.sent('POST', INVITE).map(({ body }) => body)
  expect(sent).toEqual([{ ...dana, role: 'super_admin', agencyId: south }])
})

it.each([
  ['an email', { email: ' ', name: 'Dana' }],
  ['a name', { email: 'dana@north.test', name: ' ' }],
])('asks for %s', async (_what, typed) => {
  const backend = await openDialog()
  await fill(typed)
  await submit().click()
  await expectDestructiveToast('Missing required fields', 'Email and Name are required to invite someone.')
  expect(backend.sent('POST', INVITE)).toEqual([])
})

it.each([
  ['the message of the function', () => Response.json({ error: 'Has an account' }, { status: 422 }), 'Has an account'],
  ['its own where there is no answer', noAnswer, 'Failed to invite. Please try again.'],
])('fails with %s, and keeps what was typed', async (_what, answer, said) => {
  const backend = await openDialog()
  backend.answer('POST', INVITE, answer)
  await fill()
  await submit().click()
  await expectDestructiveToast('Invitation not sent', said)
  await expect.element(submit()).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await opener().click()
  await expect.element(field('Full Name')).toHaveValue('Dana New')
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('is accessible on %s, also with what is wrong', async (_device, size) => {
  await page.viewport(...size)
  await openDialog(sol)
  await submit().click()
  await expectDestructiveToast('Missing required fields')
  await expectAccessible()
})

it('asks no super admin for the agency where there is only one', async () => {
  const backend = withPeople(sol)
  backend.table('agencies').insert({ id: north, name: 'North' })
  backend.answer('POST', INVITE, () => Response.json({ user: {} }))
  openUsers(backend)
  await expect.element(title(1)).toBeVisible()
  await opener().click()
  await fill()
  await expect.element(field('Agency')).not.toBeInTheDocument()
  await submit().click()
  await expectToast('Invitation sent')
  expect(backend.sent('POST', INVITE)[0]?.body).toEqual({ ...dana, role: 'agency_staff', agencyId: north })
})
