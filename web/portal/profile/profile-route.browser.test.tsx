import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectTexts, phone } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { ana, ben, type Person, sol } from '../../testing/people.ts'
import { displayName, openProfile, PROFILES, withNorth } from '../../testing/profile-scene.ts'

const main = () => page.getByRole('main')

it('names the account’s roles, agency and id', async () => {
  openProfile()
  for (const words of ['Account Information', 'North Street Marketing', ana.id]) {
    await expect.element(main()).toMatchTextContent(words)
  }
  await expect.element(main().getByText('agency_admin')).toBeVisible()
})

it('[profile.md] has what is the person’s own before what is the agency’s', async () => {
  openProfile()
  await expect.element(page.getByLabelText('Agency Name')).toBeVisible()
  const headings = main()
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)
  const own = ['Personal Information', 'Password', 'Two-Step Sign-In', 'Account Information', 'Notifications']
  expect(headings).toEqual([...own, 'Calendar Feed', 'Agency Information', 'Records', 'For Programs'])
})

it('asks for the profile by id and the roles by user', async () => {
  const { backend } = openProfile()
  await expect.element(displayName()).toHaveValue('Ana Reyes')
  expect(backend.sent('GET', PROFILES)[0]?.query.id).toBe(`eq.${ana.id}`)
  expect(backend.sent('GET', '/rest/v1/user_roles')[0]?.query).toEqual({ select: 'role', user_id: `eq.${ana.id}` })
})

it('holds the places of what is loading', async () => {
  const backend = withNorth()
  const slow = backend.hold('GET', PROFILES)
  openProfile(backend)
  await expect.poll(() => document.querySelectorAll('main [aria-busy=true]').length).toBeGreaterThan(0)
  expect(displayName().length).toBe(0)
  slow.open()
  await expect.element(displayName()).toBeVisible()
})

it('says when the profile cannot be loaded, and can be asked again', async () => {
  const backend = withNorth()
  const recover = backend.answer('GET', PROFILES, () => refusal('out of order'))
  openProfile(backend)
  await expect.element(page.getByText('Your profile could not be loaded.')).toBeVisible()
  recover()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(displayName()).toBeVisible()
})

it.each<[string, Person]>([
  ['a user', { ...ben, roles: ['user'] }],
  ['staff', ben],
  ['an admin', { ...ben, roles: ['user', 'admin'] }],
  ['a super admin', sol],
])('shows the agency’s form not to %s', async (_who, person) => {
  openProfile(withNorth({}, person), person)
  await expect.element(displayName()).toHaveValue(person.name)
  await expect.element(page.getByText('Associated Agency')).toBeVisible()
  expect(page.getByText('Agency Information').length).toBe(0)
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('is accessible on %s, with what is wrong in its forms', async (_device, size) => {
  await page.viewport(...size)
  openProfile()
  await page.getByLabelText('Agency Email').fill('')
  await page.getByRole('button', { name: 'Save Agency' }).click()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectDestructiveToast('Password required')
  await expectAccessible()
})

it.each<[string, Person, string[]]>([
  ['staff', ben, ['Recently Deleted']],
  ['an agency admin', ana, ['Recently Deleted', 'Audit']],
  ['a super admin', sol, ['Recently Deleted', 'Audit', 'Mail']],
])('[profile.md#records] leads %s to the screens that the sidebar does not have', async (_who, as, names) => {
  openProfile(withNorth(), as)
  await expectTexts(page.getByRole('region', { name: 'Records' }).getByRole('link'), names)
})
