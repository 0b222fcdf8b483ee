import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AGENCIES, field, openAgencies, submit } from '../../testing/agency-scene.ts'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, phone, row } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'

const dialog = () => page.getByRole('dialog', { name: 'Add Agency' })
const opener = () => page.getByRole('button', { name: 'Add Agency' })

async function openDialog() {
  const portal = openAgencies()
  await reopen()
  return portal
}

async function reopen() {
  await opener().click()
  await expect.element(dialog()).toBeVisible()
}

it('[agencies.md#adding] sends every field, gets the row back, says so, and shows it', async () => {
  const { backend } = await openDialog()
  await field('Agency Name').fill('  East End ')
  await field('Agency Email').fill('hello@east.test')
  await field('Website URL').fill('https://east.test')
  await field('Phone').fill('555 0100')
  await field('Contact Person').fill('Edda East')
  await field('Subscription Tier').selectOptions('pro')
  await field('Active').click()
  await submit().click()
  await expectToast('Agency created')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  await expect.element(row('East End')).toMatchTextContent('Inactive')
  const [sent] = backend.sent('POST', AGENCIES)
  expect(sent?.body).toEqual({
    name: 'East End',
    email: 'hello@east.test',
    website_url: 'https://east.test',
    phone: '555 0100',
    contact_person: 'Edda East',
    logo_url: null,
    subscription_tier: 'pro',
    is_active: false,
  })
  expect(sent?.headers.get('prefer')).toContain('return=representation')
})

it('starts on tier basic and active, and sends what is empty as null', async () => {
  const { backend } = await openDialog()
  await expect.element(field('Subscription Tier')).toHaveValue('basic')
  await expectTexts(field('Subscription Tier').getByRole('option'), ['basic', 'pro', 'enterprise'])
  await expect.element(field('Active')).toBeChecked()
  await field('Agency Name').fill('Bare')
  await submit().click()
  await expectToast('Agency created')
  expect(backend.sent('POST', AGENCIES)[0]?.body).toEqual({
    name: 'Bare',
    email: null,
    website_url: null,
    phone: null,
    contact_person: null,
    logo_url: null,
    subscription_tier: 'basic',
    is_active: true,
  })
})

it('asks for a name', async () => {
  const { backend } = await openDialog()
  await field('Agency Name').fill('   ')
  await submit().click()
  await expectDestructiveToast('Name is required')
  await expect.element(field('Agency Name')).toHaveFocus()
  expect(backend.sent('POST', AGENCIES)).toEqual([])
})

it('takes web addresses for website and logo, and nothing else', async () => {
  const { backend } = await openDialog()
  await field('Agency Name').fill('Wrong')
  await field('Website URL').fill('javascript:alert(1)')
  await field('Logo URL').fill('not an address')
  await submit().click()
  await expect.element(page.getByText('Enter a web address, like https://example.com.')).toHaveLength(2)
  expect(backend.sent('POST', AGENCIES)).toEqual([])
})

it.each([
  ['the server’s message', () => refusal('The street is full'), 'The street is full'],
  ['its own', noAnswer, 'The server is not answering. Please check your connection and try again.'],
])('fails with %s, and keeps what was typed', async (_what, answer, said) => {
  const { backend } = await openDialog()
  backend.answer('POST', AGENCIES, answer)
  await field('Agency Name').fill('Kept Typed')
  await submit().click()
  await expectDestructiveToast('Save failed', said)
  await expect.element(field('Agency Name')).toHaveValue('Kept Typed')
})

it('makes one agency of a double click', async () => {
  const { backend } = await openDialog()
  await field('Agency Name').fill('Double')
  await submit().dblClick()
  await expectToast('Agency created')
  await expect.element(row('Double')).toBeVisible()
  expect(backend.sent('POST', AGENCIES)).toHaveLength(1)
})

it('keeps what was typed through Escape and a reload, until Cancel', async () => {
  const portal = await openDialog()
  await field('Agency Name').fill('Half Done')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  portal.reload()
  await reopen()
  await expect.element(field('Agency Name')).toHaveValue('Half Done')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await reopen()
  await expect.element(field('Agency Name')).toHaveValue('')
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('is accessible on %s, also with what is wrong', async (_device, size) => {
  await page.viewport(...size)
  await openDialog()
  await submit().click()
  await expectDestructiveToast('Name is required')
  await expectAccessible()
})
