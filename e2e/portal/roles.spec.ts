import type { Page } from '@playwright/test'
import type { Agency, Backstage } from '../backstage.ts'
import { ana, type Person, sol, uma, unique } from '../people.ts'
import { row, rows } from '../table.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsTo, force, nextCall } from '../wire.ts'

const roles = ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin'] as const

const card = (page: Page, role: string) => page.getByRole('region', { name: role, exact: true })

async function open(page: Page, query = ''): Promise<Page> {
  await page.goto(`/dashboard/roles${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Role Management' })).toBeVisible()
  return page
}

test.describe('[roles.md#roles] role management shows the roles', () => {
  test('with their colours, and how many hold each', async ({ signedIn }) => {
    const page = await open(await signedIn(sol))
    await expect(page).toHaveTitle('Role Management | Dashboard')
    for (const [role, colour] of [
      ['user', 'slate'],
      ['agency_staff', 'info'],
      ['agency_admin', 'purple'],
      ['admin', 'orange'],
      ['super_admin', 'danger'],
    ] as const) {
      const badge = card(page, role).getByRole('heading', { name: role, exact: true }).getByText(role)
      await expect(badge).toHaveClass(new RegExp(`\\btext-${colour}`))
      await expect(card(page, role).getByText(/^\d+ (person|people)$/)).toBeVisible()
    }
  })

  test('and what each may do, as the database tells it', async ({ signedIn, backstage }) => {
    const { data } = await (await backstage.as(sol)).from('role_permissions').select('role, subject').throwOnError()
    const page = await open(await signedIn(sol))
    for (const role of roles) {
      const told = data.filter((permission) => permission.role === role).map(({ subject }) => subject)
      const shown = card(page, role).getByRole('list').first().getByRole('listitem')
      await expect(shown).toHaveCount(told.length)
      for (const [place, subject] of told.entries()) await expect(shown.nth(place)).toContainText(String(subject))
    }
    await expect(card(page, 'agency_staff').getByRole('listitem').first()).toContainText(
      'Read, add, change, and delete · their own agency',
    )
  })

  test('and who holds it: the newest, with the others a click away', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const person = await backstage.newPerson('user', agency)
    const page = await open(await signedIn(sol))
    const holders = card(page, 'user').getByRole('list').last().getByRole('listitem')
    await expect(holders).toHaveCount(5)
    await expect(holders.filter({ hasText: person.name })).toContainText(agency.name)
    await card(page, 'user')
      .getByRole('link', { name: /more in User Management/ })
      .click()
    await expect(page).toHaveURL('/dashboard/users?role=user')
    await expect(row(page, person.name)).toBeVisible()
  })

  test('or says that they could not be loaded, and can be asked again', async ({ signedIn, troubles }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/(role_permissions|user_profiles)/)
    const page = await signedIn(sol)
    await force(page, '/rest/v1/role_permissions', 'GET', { status: 500, json: { message: 'out of order' } })
    await open(page)
    await expect(page.getByText('What roles may do could not be loaded.', { exact: true })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(card(page, 'user').getByRole('listitem').first()).toBeVisible()

    const holders = /\/rest\/v1\/user_profiles\?.*user_roles.role=eq.admin/
    await page.route(holders, (route) => route.fulfill({ status: 500, json: { message: 'out of order' } }))
    await page.reload()
    await expect(card(page, 'admin').getByText('Who holds it could not be loaded.', { exact: true })).toBeVisible()
    await page.unrouteAll()
    await card(page, 'admin').getByRole('button', { name: 'Try Again' }).click()
    await expect(card(page, 'admin').getByText('Held by', { exact: true })).toBeVisible()
  })

  for (const person of [ana, uma]) {
    test(`but not to ${person.name}`, async ({ signedIn }) => {
      const page = await open(await signedIn(person))
      await expect(page.getByRole('main')).toContainText(
        "Access Denied — You don't have permission to view role management.",
      )
      await expect(page.getByRole('tab')).toHaveCount(0)
    })
  }
})

test.describe('[roles.md#people-and-agencies] a super admin puts a person into an agency', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change Agency' })
  const opener = (page: Page, { name }: Person) => row(page, name).getByRole('button', { name: /^Change Agency/ })
  const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Change Agency', exact: true })

  async function ready(signedIn: (person: Person) => Promise<Page>, backstage: Backstage) {
    const from = await backstage.newAgency()
    const to = await backstage.newAgency()
    const person = await backstage.newPerson('agency_staff', from)
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

  test('found by name or id, into an agency found by name', async ({ signedIn, backstage }) => {
    const { page, person, from, to } = await ready(signedIn, backstage)
    const userId = await backstage.idOf(person)
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
    const { data } = await (await backstage.as(person)).from('agencies').select('id').throwOnError()
    expect(data).toEqual([{ id: to.id }])
  })

  test('or into none', async ({ signedIn, backstage }) => {
    const { page, person } = await ready(signedIn, backstage)
    await opener(page, person).click()
    await dialog(page).getByRole('radio', { name: 'No agency' }).check()
    await submit(page).click()
    await expectToast(page, 'Agency changed')
    await expect(row(page, person.name)).toContainText('No agency')
  })

  test('and sees what is chosen, whatever is searched for', async ({ signedIn, backstage }) => {
    const { page, person, from, to } = await ready(signedIn, backstage)
    await opener(page, person).click()
    await choose(page, to)
    await dialog(page).getByRole('searchbox').fill(unique('nothing like it'))
    await expect(dialog(page).getByText('0 found')).toBeVisible()
    await expect(dialog(page).getByRole('radio', { name: to.name })).toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: from.name })).toBeVisible()
  })

  test('by the keyboard alone', async ({ signedIn, backstage }) => {
    const { page, person, to } = await ready(signedIn, backstage)
    await opener(page, person).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(to.name)
    await expect(dialog(page).getByText('1 found', { exact: true })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(dialog(page).getByRole('radio', { name: to.name })).toBeChecked()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Agency changed')
    await expect(row(page, person.name)).toContainText(to.name)
  })

  test('and hears why it failed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^(403|failed) PATCH \/rest\/v1\/user_profiles/)
    const { page, person, to } = await ready(signedIn, backstage)
    await opener(page, person).click()
    await choose(page, to)
    await force(page, '/rest/v1/user_profiles', 'PATCH', { status: 403, json: { code: '42501', message: 'Not today' } })
    await submit(page).click()
    await expectDestructiveToast(page, 'Error', 'Not today')
    await force(page, '/rest/v1/user_profiles', 'PATCH', 'none')
    await submit(page).click()
    await expectDestructiveToast(page, 'Error', 'Failed to change the agency. Please try again.')
    await expect(dialog(page).getByRole('radio', { name: to.name })).toBeChecked()
  })

  test('once, for a double click', async ({ signedIn, backstage }) => {
    const { page, person, to } = await ready(signedIn, backstage)
    const calls = callsTo(page, '/rest/v1/user_profiles')
    await opener(page, person).click()
    await choose(page, to)
    await submit(page).dblclick()
    await expectToast(page, 'Agency changed')
    expect(calls.filter((call) => call.method() === 'PATCH')).toHaveLength(1)
  })

  test('but never themselves', async ({ signedIn }) => {
    const page = await open(await signedIn(sol), `?view=people&search=${encodeURIComponent(sol.name)}`)
    await expect(row(page, sol.name)).toContainText('This is you')
    await expect(row(page, sol.name).getByRole('button')).toHaveCount(0)
  })

  test('of a list that says when nobody is found, and when it cannot be loaded', async ({ signedIn, troubles }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/user_profiles/)
    const page = await open(await signedIn(sol), `?view=people&search=${encodeURIComponent(unique('Nobody'))}`)
    await expect(page.getByText('Nobody found.', { exact: true })).toBeVisible()
    const list = /\/rest\/v1\/user_profiles\?.*order=/
    await page.route(list, (route) => route.fulfill({ status: 500, json: { message: 'out of order' } }))
    await open(page, '?view=people')
    await expect(page.getByText('The people could not be loaded.', { exact: true })).toBeVisible()
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(rows(page).first()).toBeVisible()
  })
})

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  test(`[axe] role management on a ${device}`, async ({ signedIn, backstage }) => {
    const person = await backstage.newPerson('agency_staff', await backstage.newAgency())
    const page = await open(await signedIn(sol, { viewport }))
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(card(page, 'super_admin').getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'People and Agencies' }).click()
    await page.getByRole('searchbox').fill(person.name)
    await expect(rows(page)).toHaveCount(1)
    await expectAccessible(page)
    await row(page, person.name).getByRole('button').click()
    await expect(page.getByRole('radio').first()).toBeVisible()
    await expectAccessible(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })
}

test('[roles.md#people-and-agencies] no name is too long for a phone, on this screen and its neighbours', async ({
  signedIn,
  backstage,
}) => {
  const longName = `${unique('Maximiliana')} Featherstonehaugh-Konstantinopolsky von und zu ${'Hohenstein'.repeat(6)}`
  const agency = await backstage.newAgency({ name: longName, website_url: `https://${'long-'.repeat(20)}name.test` })
  const person = await backstage.newPerson('super_admin', agency)
  const profiles = (await backstage.as(person)).from('user_profiles')
  await profiles
    .update({ display_name: longName })
    .eq('id', await backstage.idOf(person))
    .throwOnError()
  const page = await signedIn(person, { viewport: { width: 320, height: 700 } })
  const search = `search=${encodeURIComponent(longName)}`
  for (const path of ['roles', `roles?view=people&${search}`, `users?${search}`, 'agencies', 'profile']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('main').getByText(longName).first()).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide, path).toBeLessThanOrEqual(0)
  }
})
