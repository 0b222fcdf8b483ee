import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AGENCIES, field, openAgencies, submit } from '../../testing/agency-scene.ts'
import { expectAccessible, expectDestructiveToast, expectToast, phone, row } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { north } from '../../testing/people.ts'

const dialog = () => page.getByRole('dialog', { name: 'Edit Agency' })
const edit = () => row('North').getByRole('button', { name: 'Edit North' })
const outdated = () => page.getByText(/^Someone else changed this agency/)

async function openDialog() {
  const portal = openAgencies([{ id: north, name: 'North', phone: '555 0100' }, { name: 'South' }])
  await reopen()
  const { backend } = portal
  const stored = () => backend.table('agencies').rows[0]
  const theirs = (changes: Record<string, unknown>) =>
    backend.table('agencies').update(new URLSearchParams({ id: `eq.${north}` }), changes)
  return { portal, backend, stored, theirs }
}

async function reopen() {
  await edit().click()
  await expect.element(dialog()).toBeVisible()
}

it('[agencies.md#editing] changes an agency by its id, says so, and gives the focus back', async () => {
  const { backend } = await openDialog()
  await expect.element(field('Agency Name')).toHaveValue('North')
  await expect.element(field('Phone')).toHaveValue('555 0100')
  await field('Subscription Tier').selectOptions('enterprise')
  await field('Active').click()
  await field('Phone').fill('')
  await submit().click()
  await expectToast('Agency updated')
  await expect.element(row('North')).toMatchTextContent('Inactive')
  await expect.element(edit()).toHaveFocus()
  const [sent] = backend.sent('PATCH', AGENCIES)
  expect(sent?.query.id).toBe(`eq.${north}`)
  expect(sent?.body).toMatchObject({ subscription_tier: 'enterprise', is_active: false, phone: null })
})

it('asks for a name, and fails with the server’s message', async () => {
  const { backend } = await openDialog()
  await field('Agency Name').fill('')
  await submit().click()
  await expectDestructiveToast('Name is required')
  await field('Agency Name').fill('Renamed')
  backend.answer('PATCH', AGENCIES, () => refusal('The sign is painted'))
  await submit().click()
  await expectDestructiveToast('Save failed', 'The sign is painted')
  await expect.element(field('Agency Name')).toHaveValue('Renamed')
})

it('says when somebody else has changed it meanwhile, and lets one choose', async () => {
  const { theirs, stored } = await openDialog()
  await field('Phone').fill('mine')
  theirs({ phone: 'theirs' })
  await submit().click()
  await expect.element(outdated()).toBeVisible()
  expect(stored()).toMatchObject({ phone: 'theirs' })
  await page.getByRole('button', { name: 'Discard My Changes' }).click()
  await expect.element(field('Phone')).toHaveValue('theirs')

  await field('Phone').fill('mine again')
  theirs({ phone: 'theirs again' })
  await submit().click()
  await page.getByRole('button', { name: 'Keep My Changes' }).click()
  await expectToast('Agency updated')
  expect(stored()).toMatchObject({ phone: 'mine again' })
})

it('keeps what was typed through Escape and a reload, also when somebody else saved meanwhile', async () => {
  const { portal, theirs } = await openDialog()
  await field('Phone').fill('half typed')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  theirs({ contact_person: 'Their Choice' })
  portal.reload()
  await reopen()
  await expect.element(field('Phone')).toHaveValue('half typed')
  await expect.element(outdated()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await reopen()
  await expect.element(field('Phone')).toHaveValue('555 0100')
  await expect.element(field('Contact Person')).toHaveValue('Their Choice')
  await expect.element(outdated()).not.toBeInTheDocument()
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('is accessible on %s', async (_device, size) => {
  await page.viewport(...size)
  await openDialog()
  await expectAccessible()
})

it('[agencies.md#website] has an agency answer the website, and none only stop', async () => {
  const { backend } = await openDialog()
  await expect.element(dialog()).toMatchTextContent('Another agency reads the enquiries.')
  expect(field('Social Links').length).toBe(0)
  await field('Answers the website').click()
  await expect.element(dialog()).toMatchTextContent('From now on, only its staff read the enquiries.')
  // Problems in fields that disappear must not block saving the agency.
  await field('Social Links').fill('none')
  await field('Answers the website').click()
  await field('Answers the website').click()
  await expect.element(field('Social Links')).toHaveValue('')
  await field('Postal Address').fill('1 Main Street')
  await submit().click()
  await expectToast('Agency updated')
  expect(backend.sent('PATCH', AGENCIES)[0]?.body).toMatchObject({
    answers_website: true,
    postal_address: '1 Main Street',
    social_links: [],
    live_chat_hours: 'Monday-Friday, 9am-5pm EST',
  })
  await expect.element(row('North')).toMatchTextContent('Answers the website')
  await reopen()
  await expect.element(field('Answers the website')).toBeChecked()
  await expect.element(field('Answers the website')).toBeDisabled()
  await expect.element(dialog()).toMatchTextContent('until another agency takes over.')
})
