import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { AGENCIES, field, openAgencies, submit } from '../../testing/agency-scene.ts'
import { expectAccessible, expectToast, horizontalOverflow, phoneAndDesktop, row } from '../../testing/expect.ts'
import { north } from '../../testing/people.ts'

const open = () => openAgencies([{ id: north, name: 'North', phone: '555 0100' }])
const card = () => page.getByRole('region', { name: 'Edit Agency' })
const phoneField = () => card().getByLabelText('Phone')
const dialog = () => page.getByRole('dialog')

it('[agencies.md#list] has the form of the only agency open, and saves it there', async () => {
  const { backend } = open()
  await expect.element(phoneField()).toHaveValue('555 0100')
  await phoneField().fill('555 0199')
  await card().getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Agency updated')
  expect(backend.sent('PATCH', AGENCIES)[0]?.body).toMatchObject({ phone: '555 0199' })
  await expect.element(phoneField()).toHaveValue('555 0199')
})

it('[agencies.md#list] leads from Edit into the open form of the only agency', async () => {
  open()
  await expect.element(phoneField()).toBeVisible()
  await row('North').getByRole('button', { name: 'Edit North' }).click()
  await expect.element(card().getByLabelText('Agency Name')).toHaveFocus()
  expect(dialog().length).toBe(0)
})

it('[agencies.md#list] adds a second agency beside the open form, which then opens by Edit alone', async () => {
  open()
  await expect.element(phoneField()).toBeVisible()
  await phoneField().fill('half typed')
  await page.getByRole('button', { name: 'Add Agency' }).click()
  await field('Agency Name').fill('South')
  await submit().click()
  await expectToast('Agency created')
  await expect.element(row('South')).toBeVisible()
  await expect.element(card()).not.toBeInTheDocument()
  await row('North').getByRole('button', { name: 'Edit North' }).click()
  await expect.element(dialog().getByLabelText('Phone')).toHaveValue('half typed')
})

it.each(phoneAndDesktop)('has room for the open form on $device', async ({ size }) => {
  await page.viewport(...size)
  open()
  await expect.element(phoneField()).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  await expectAccessible()
})
