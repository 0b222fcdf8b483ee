import type { Page } from '@playwright/test'
import { ana, uma } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'

const name = (page: Page) => page.getByLabel(/display name/i)
const avatar = (page: Page) => page.getByLabel(/avatar url/i)
const personal = (page: Page) => page.locator('form').filter({ has: name(page) })
const save = (page: Page) => personal(page).locator('button[type=submit]')

test.describe('[2§2 2§8] profile settings', () => {
  test('change the display name everywhere, at once and for good', async ({ signedIn, backstage }) => {
    const person = await backstage.newPerson('agency_staff', await backstage.newAgency())
    const page = await signedIn(person)
    await page.goto('/dashboard/profile')
    await expect(name(page)).toHaveValue(person.name)
    await name(page).fill('Renamed Rita')
    await avatar(page).fill('https://pictures.test/rita.png')
    await save(page).click()
    await expectToast(page, 'Profile updated')
    await expect(page.getByText('Welcome, Renamed Rita', { exact: true })).toBeVisible()
    await page.reload()
    await expect(name(page)).toHaveValue('Renamed Rita')
    await expect(avatar(page)).toHaveValue('https://pictures.test/rita.png')
  })

  test('take a web address for the avatar and nothing else', async ({ signedIn, backstage }) => {
    const page = await signedIn(await backstage.newPerson('agency_staff', await backstage.newAgency()))
    await page.goto('/dashboard/profile')
    await expect(avatar(page)).toHaveAttribute('type', 'url')
    const saved: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saved.push(request.url())
    })
    await avatar(page).fill('not a web address')
    await save(page).click()
    await expect(avatar(page)).toBeFocused()
    expect(saved).toEqual([])
  })

  test('say that saving failed, and keep what was typed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('failed PATCH /rest/v1/user_profiles')
    const page = await signedIn(await backstage.newPerson('agency_staff', await backstage.newAgency()))
    await page.goto('/dashboard/profile')
    await page.route('**/rest/v1/user_profiles*', (route) =>
      route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
    )
    await name(page).fill('Half Saved')
    await save(page).click()
    await expectDestructiveToast(page, 'Failed to update profile. Please try again.')
    await expect(name(page)).toHaveValue('Half Saved')
  })

  test('name the account’s roles, agency and id', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const person = await backstage.newPerson('agency_admin', agency)
    const { data } = await (await backstage.as(person)).auth.getUser()
    const page = await signedIn(person)
    await page.goto('/dashboard/profile')
    const main = page.getByRole('main')
    await expect(main).toContainText('Account')
    await expect(main.getByText(/^agency[_ ]admin$/i)).toBeVisible()
    await expect(main).toContainText(agency.name)
    await expect(main).toContainText(data.user?.id ?? 'an id')
  })

  test('show the agency’s form to nobody but its admin', async ({ signedIn }) => {
    const admin = await signedIn(ana)
    await admin.goto('/dashboard/profile')
    await expect(name(admin)).toHaveValue(ana.name)
    const user = await signedIn(uma)
    await user.goto('/dashboard/profile')
    await expect(name(user)).toHaveValue(uma.name)
    await expect(user.getByRole('form', { name: /agency information/i })).toHaveCount(0)
  })
})
