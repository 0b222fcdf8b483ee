import type { Page } from '@playwright/test'
import { row, rows } from '../list-rows.ts'
import { type Person, sol, unique } from '../people.ts'
import { nextCall } from '../recorded-requests.ts'
import { expect, test } from '../test.ts'
import type { Agency, TestData } from '../test-data.ts'
import { expectToast } from '../toasts.ts'

const roles = ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin'] as const

const card = (page: Page, role: string) => page.getByRole('region', { name: role, exact: true })

async function open(page: Page, query = ''): Promise<Page> {
  await page.goto(`/dashboard/roles${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Role Management' })).toBeVisible()
  return page
}

test.describe('[roles.md#roles] role management shows the roles', () => {
  test('and what each may do, as the database tells it', async ({ signedIn, testData }) => {
    const { data } = await (await testData.as(sol))
      .from('role_permissions')
      .select('role, subject')
      .order('position')
      .throwOnError()
    const page = await open(await signedIn(sol))
    for (const role of roles) {
      await card(page, role)
        .getByRole('button', { name: `Details of ${role}` })
        .click()
      const told = data.filter((permission) => permission.role === role).map(({ subject }) => subject)
      const shown = card(page, role).getByRole('list').first().getByRole('listitem')
      await expect(shown).toHaveCount(told.length)
      for (const [place, subject] of told.entries()) await expect(shown.nth(place)).toContainText(String(subject))
    }
    await expect(card(page, 'agency_staff').getByRole('listitem').first()).toContainText(
      'Read, add, change, and delete · their own agency',
    )
  })
})

test.describe('[roles.md#people-and-agencies] a super admin puts a person into an agency', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change Agency' })
  const opener = (page: Page, { name }: Person) => row(page, name).getByRole('button', { name: /^Change Agency/ })
  const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Change Agency', exact: true })

  async function ready(signedIn: (person: Person) => Promise<Page>, testData: TestData) {
    const from = await testData.newAgency()
    const to = await testData.newAgency()
    const person = await testData.newPerson('agency_staff', from)
    const page = await open(await signedIn(sol))
    await page.getByRole('tab', { name: 'People and Agencies' }).click()
    await page.getByRole('searchbox', { name: 'Search people' }).fill(person.name)
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, person.name)).toContainText(from.name)
    return { page, person, from, to }
  }

  async function choose(page: Page, agency: Agency) {
    await dialog(page).getByRole('searchbox').fill(agency.name)
    await dialog(page).getByRole('radio', { name: agency.name }).check()
  }

  test('found by name or id, into an agency found by name', async ({ signedIn, testData }) => {
    const { page, person, from, to } = await ready(signedIn, testData)
    const userId = await testData.idOf(person)
    await page.getByRole('searchbox', { name: 'Search people' }).fill(userId.slice(0, 18))
    await expect(rows(page)).toHaveCount(1)
    await opener(page, person).click()
    await expect(dialog(page).getByRole('radio', { name: from.name })).toBeChecked()
    await expect(submit(page)).toBeDisabled()
    await choose(page, to)
    const call = nextCall(page, 'PATCH', '/rest/v1/user_profiles')
    await submit(page).click()
    await expectToast(page, 'Agency changed')
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, person.name)).toContainText(to.name)
    await expect(opener(page, person)).toBeFocused()
    expect(new URL((await call).url()).searchParams.get('id')).toBe(`eq.${userId}`)
    expect((await call).postDataJSON()).toEqual({ agency_id: to.id })
    const { data } = await (await testData.as(person)).from('agencies').select('id').throwOnError()
    expect(data).toEqual([{ id: to.id }])
  })
})

test('[roles.md#people-and-agencies] no name is too long for a phone, on this screen and its neighbours', async ({
  signedIn,
  testData,
}) => {
  const longName = `${unique('Maximiliana')} Featherstonehaugh-Konstantinopolsky von und zu ${'Hohenstein'.repeat(6)}`
  const agency = await testData.newAgency({ name: longName, website_url: `https://${'long-'.repeat(20)}name.test` })
  const person = await testData.newPerson('super_admin', agency)
  const profiles = (await testData.as(person)).from('user_profiles')
  await profiles
    .update({ display_name: longName })
    .eq('id', await testData.idOf(person))
    .throwOnError()
  const page = await signedIn(person, { viewport: { width: 320, height: 700 } })
  const search = `search=${encodeURIComponent(longName)}`
  for (const path of ['roles', `roles?view=people&${search}`, `users?${search}`, 'agencies', 'profile']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('main').getByText(longName).filter({ visible: true }).first()).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide, path).toBeLessThanOrEqual(0)
  }
})
