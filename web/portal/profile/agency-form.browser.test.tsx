import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { north } from '../../testing/people.ts'
import { AGENCIES, openProfile, withNorth } from '../../testing/profile-scene.ts'

const form = () => page.getByRole('form', { name: 'Agency Information' })
const field = (label: string) => form().getByLabelText(label)
const save = () => form().getByRole('button', { name: 'Save Agency' })
const outdated = () => page.getByText(/^Someone else changed this agency/)

async function open() {
  const portal = openProfile()
  await expect.element(field('Agency Name')).toHaveValue('North Street Marketing')
  const agencies = portal.backend.table('agencies')
  const theirs = (changes: Record<string, unknown>) =>
    agencies.update(new URLSearchParams({ id: `eq.${north}` }), changes)
  return { portal, backend: portal.backend, theirs, stored: () => agencies.rows[0] }
}

it('[agencies.md#plans-of-clients] shows clients their plan from the moment of the switch on', async () => {
  const { backend } = await open()
  const show = page.getByRole('switch', { name: 'Show clients their plan' })
  await expect.element(show).not.toBeChecked()
  await show.click()
  await expectToast('Agency updated')
  expect(backend.sent('PATCH', AGENCIES).map(({ body }) => body)).toEqual([{ show_clients_their_plan: true }])
  await expect.element(show).toBeChecked()
})

it('saves all of it, but neither tier nor whether it is active, and once', async () => {
  const { backend, stored } = await open()
  await expect.element(form().getByRole('textbox')).toHaveLength(6)
  expect(form().getByRole('combobox').length).toBe(0)
  expect(form().getByRole('switch').length).toBe(0)
  await expect.element(field('Website URL')).toHaveAttribute('type', 'url')
  await expect.element(field('Logo URL')).toHaveAttribute('type', 'url')
  await field('Agency Name').fill(' Renamed ')
  await field('Agency Email').fill('new@agency.test')
  await field('Website URL').fill('https://new.test')
  await field('Phone').fill('')
  await field('Contact Person').fill('Ann Answers')
  await field('Logo URL').fill('https://pictures.test/logo.png')
  await save().dblClick()
  await expectToast('Agency updated')
  const changes = backend.sent('PATCH', AGENCIES)
  expect(changes.map(({ query }) => query.id)).toEqual([`eq.${north}`])
  expect(changes[0]?.body).toEqual({
    name: 'Renamed',
    email: 'new@agency.test',
    website_url: 'https://new.test',
    phone: null,
    contact_person: 'Ann Answers',
    logo_url: 'https://pictures.test/logo.png',
  })
  // The new name of the agency shows all over the screen, and the form starts from it.
  await expect.element(page.getByRole('main').getByText('Renamed')).toBeVisible()
  await field('Phone').fill('555 0199')
  await save().click()
  await expect.poll(stored).toMatchObject({ phone: '555 0199' })
})

it.each(['Agency Name', 'Agency Email'])('needs the %s', async (label) => {
  const { backend } = await open()
  await field(label).fill('   ')
  await save().click()
  await expectDestructiveToast('Missing required fields', 'Agency name and agency email are required.')
  await expect.element(field(label)).toHaveFocus()
  expect(backend.sent('PATCH', AGENCIES)).toEqual([])
})

it('takes web addresses and nothing else', async () => {
  await open()
  await field('Logo URL').fill('javascript:alert(1)')
  await save().click()
  await expect.element(page.getByText('Enter a web address, like https://example.com.')).toBeVisible()
  await expect.element(field('Logo URL')).toHaveFocus()
})

it('[profile.md#agency-information] asks for what visitors see where the agency answers the website', async () => {
  const { backend } = openProfile(withNorth({ answers_website: true }))
  await expect.element(form().getByText(/^Visitors see these, .* within a minute\./)).toBeVisible()
  await expect.element(field('Live Chat Hours')).toHaveValue('Monday-Friday, 9am-5pm EST')
  await field('Postal Address').fill(' 1 Main Street \n\nSpringfield')
  await field('Live Chat Hours').fill(' ')
  await field('Social Links').fill('https://x.com/north\nx')
  await save().click()
  await expect.element(form().getByText('Enter web addresses, one a line. This is not one: x')).toBeVisible()
  await expect.element(form().getByText('Enter when live chat is open, or that there is none.')).toBeVisible()
  await field('Live Chat Hours').fill('Always')
  await field('Social Links').fill('https://x.com/north')
  await save().click()
  await expectToast('Agency updated')
  expect(backend.sent('PATCH', AGENCIES).map(({ body }) => body)).toMatchObject([
    { postal_address: '1 Main Street\nSpringfield', live_chat_hours: 'Always', social_links: ['https://x.com/north'] },
  ])
})

it('is saved from a draft of when the agency answered the website, whatever that says there', async () => {
  const portal = openProfile(withNorth({ answers_website: true }))
  await field('Social Links').fill('x')
  await field('Phone').fill('half typed')
  portal.backend.table('agencies').update(new URLSearchParams({ id: `eq.${north}` }), { answers_website: false })
  portal.reload()
  await expect.element(field('Phone')).toHaveValue('half typed')
  await page.getByRole('button', { name: 'Keep My Changes' }).click()
  await expectToast('Agency updated')
  expect(portal.backend.sent('PATCH', AGENCIES).map(({ body }) => body)).toMatchObject([{ phone: 'half typed' }])
})

it('says that saving failed, and keeps what was typed, also through a reload', async () => {
  const { portal, backend } = await open()
  backend.answer('PATCH', AGENCIES, () => refusal('out of order'))
  await field('Phone').fill('half typed')
  await save().click()
  await expectDestructiveToast('Error', 'Failed to update agency information. Please try again.')
  portal.reload()
  await expect.element(field('Phone')).toHaveValue('half typed')
})

it('finds what was typed before a reload, and what somebody else has saved meanwhile', async () => {
  const { portal, theirs } = await open()
  await field('Phone').fill('half typed')
  theirs({ contact_person: 'Their Choice' })
  portal.reload()
  await expect.element(field('Phone')).toHaveValue('half typed')
  await expect.element(outdated()).toBeVisible()
  await page.getByRole('button', { name: 'Discard My Changes' }).click()
  await expect.element(outdated()).not.toBeInTheDocument()
  await expect.element(field('Phone')).toHaveValue('555 0100')
  await expect.element(field('Contact Person')).toHaveValue('Their Choice')
  portal.reload()
  await expect.element(field('Contact Person')).toHaveValue('Their Choice')
  await expect.element(field('Phone')).toHaveValue('555 0100')
})

it('says when somebody else has changed it meanwhile, and lets one choose', async () => {
  const { theirs, stored } = await open()
  await field('Phone').fill('mine')
  theirs({ phone: 'theirs' })
  await save().click()
  await page.getByRole('button', { name: 'Discard My Changes' }).click()
  await expect.element(field('Phone')).toHaveValue('theirs')
  await field('Phone').fill('mine again')
  theirs({ phone: 'theirs again' })
  await save().click()
  await page.getByRole('button', { name: 'Keep My Changes' }).click()
  await expectToast('Agency updated')
  expect(stored()).toMatchObject({ phone: 'mine again' })
})
