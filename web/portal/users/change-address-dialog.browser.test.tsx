import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
  row,
} from '../../testing/expect.ts'
import { ana, ben, type Person, sol } from '../../testing/people.ts'
import { openUsers, withPeople } from '../../testing/user-scene.ts'

const CHANGE = '/functions/v1/change-address'
const boss: Person = {
  ...ana,
  id: 'b0000000-0000-4000-8000-000000000011',
  name: 'Bo Ss',
  roles: ['user', 'agency_admin'],
}

const opener = (name: string) => row(name).getByRole('button', { name: `Change Email of ${name}` })
const dialog = page.getByRole('dialog', { name: 'Change the email of Ben Carter' })
const field = dialog.getByLabelText('New Email')
const send = dialog.getByRole('button', { name: 'Send Link' })

async function open(as: Person = ana) {
  const backend = withPeople(as, ben)
  openUsers(backend, as)
  await opener('Ben Carter').click()
  await expect.element(dialog).toBeVisible()
  return backend
}

it('asks the new address by mail, once, and says what happens next', async () => {
  const backend = await open()
  backend.answer('POST', CHANGE, () => Response.json({ success: true }))
  await expect.element(dialog).toMatchTextContent('Now: ben@north.test')
  await expectAccessible()
  await field.fill('  carter@north.test ')
  await send.dblClick()
  await expectToast('Link sent', 'The address changes once the link in the email to the new one is opened.')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener('Ben Carter')).toHaveFocus()
  expect(backend.sent('POST', CHANGE).map(({ body }) => body)).toEqual([{ userId: ben.id, email: 'carter@north.test' }])
})

it('says beside the name that an address has not confirmed yet', async () => {
  openUsers(withPeople(ana, { ...ben, awaited_email: 'carter@north.test' }), ana)
  await expect.element(row('Ben Carter').getByText('New email')).toBeVisible()
  expect(row('Ana Reyes').getByText('New email').length).toBe(0)
  await opener('Ben Carter').click()
  await expect.element(dialog).toMatchTextContent('carter@north.test has not confirmed yet')
})

it('keeps what was typed where it is none, or where the server says no', async () => {
  const backend = await open()
  await field.fill('carter')
  await send.click()
  await expect.element(field).toHaveFocus()
  expect(backend.sent('POST', CHANGE)).toEqual([])
  const words = 'Somebody with this email address has an account already.'
  backend.answer('POST', CHANGE, () => Response.json({ error: words }, { status: 409 }))
  await field.fill('uma@north.test')
  await userEvent.keyboard('{Enter}')
  await expectDestructiveToast('Email not changed', words)
  await expect.element(field).toHaveValue('uma@north.test')
})

it('is not offered for oneself and one’s own kind', async () => {
  openUsers(withPeople(ana, boss, ben), ana)
  await expect.element(opener('Ben Carter')).toBeVisible()
  for (const name of ['Ana Reyes', 'Bo Ss']) expect(opener(name).length).toBe(0)
})

it('is offered to super admins for everybody else', async () => {
  openUsers(withPeople(ana, boss, sol))
  await expect.element(opener('Bo Ss')).toBeVisible()
  expect(opener('Sol Okafor').length).toBe(0)
})

it('fits a phone', async () => {
  await open(sol)
  await page.viewport(...phone)
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})
